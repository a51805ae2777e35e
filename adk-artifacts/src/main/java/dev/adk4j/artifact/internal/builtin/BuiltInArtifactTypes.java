package dev.adk4j.artifact.internal.builtin;

import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import java.util.List;

/** Provides the JSON and Markdown types to the service loader. */
public final class BuiltInArtifactTypes implements ArtifactTypes.Provider {

  @Override
  public List<ArtifactType<?>> types() {
    return List.of(SpooledJsonArtifact.TYPE, SpooledMarkdownArtifact.TYPE);
  }
}

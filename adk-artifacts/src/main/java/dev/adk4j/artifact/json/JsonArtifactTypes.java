package dev.adk4j.artifact.json;

import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypeProvider;
import java.util.List;

/** Internal. Found by the service loader, which needs it public. */
public final class JsonArtifactTypes implements ArtifactTypeProvider {

  @Override
  public List<ArtifactType<?>> types() {
    return List.of(SpooledJsonArtifact.TYPE);
  }
}

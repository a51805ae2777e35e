package dev.adk4j.prompt;

import dev.adk4j.artifact.ArtifactQuery;
import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures artifacts that the prompt does not show, and finds the queries that read them. */
record Handles(AgentContext context, ArtifactTypes types) {

  /** Returns the handle of an artifact, with 0 for a size that cannot be read. */
  static SpooledArtifact.Handle of(String id, SpooledArtifact artifact) {
    return new SpooledArtifact.Handle(
        id, artifact, probe(artifact::byteLength), probe(artifact::lineCount));
  }

  /** Returns the queries of the artifact's own class and of its superclasses, general first. */
  List<ArtifactQuery<?>> queries(SpooledArtifact artifact) {
    return ArtifactTypes.queries(artifact, known());
  }

  /** Returns the registered types and those of the context's tools, parents before children. */
  private Set<ArtifactType<?>> known() {
    Set<ArtifactType<?>> known = new LinkedHashSet<>(types.all());
    for (Tool tool : context.tools().all()) {
      List<ArtifactType<?>> line = new ArrayList<>();
      for (@Nullable ArtifactType<?> type = tool.artifactType().orElse(null);
          type != null;
          type = type.parent()) {
        line.addFirst(type);
      }
      known.addAll(line);
    }
    return known;
  }

  /** A size that cannot be read must not prevent the prompt from being sent. */
  private static long probe(Probe probe) {
    try {
      return probe.size();
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  private interface Probe {
    long size() throws IOException;
  }
}

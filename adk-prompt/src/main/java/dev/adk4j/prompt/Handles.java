package dev.adk4j.prompt;

import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.prompt.PromptViews.HandleView;
import dev.adk4j.prompt.PromptViews.Reader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stands for artifacts that are left out of a prompt. */
record Handles(AgentContext context, ArtifactTypes types) {

  HandleView ofCall(String callId, SpooledArtifact artifact) {
    return view(callId, artifact, readers(artifact));
  }

  /** No tools are made for retrievables, so none are named. */
  HandleView ofRetrievable(String id, SpooledArtifact artifact) {
    return view(id, artifact, List.of());
  }

  private static HandleView view(String id, SpooledArtifact artifact, List<Reader> readers) {
    return new HandleView(
        id, artifact, probe(artifact::byteLength), probe(artifact::lineCount), readers);
  }

  /** The queries of the artifact's own class and of those it extends, general ones first. */
  private List<Reader> readers(SpooledArtifact artifact) {
    Map<String, Reader> readers = new LinkedHashMap<>();
    for (ArtifactType<?> type : known()) {
      if (type.isInstance(artifact)) {
        type.queries()
            .forEach(
                query ->
                    readers.putIfAbsent(
                        query.name(), new Reader(query.name(), query.description())));
      }
    }
    return List.copyOf(readers.values());
  }

  /** The registered types and those of the context's tools, parents before children. */
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

  /** A size that cannot be found out must not keep the prompt from being sent. */
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

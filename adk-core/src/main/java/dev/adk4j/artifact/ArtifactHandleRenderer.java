package dev.adk4j.artifact;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes the text that stands for an artifact in a prompt. Token counts and the prompt must use the
 * same one. Does no I/O.
 */
@FunctionalInterface
public interface ArtifactHandleRenderer {

  /**
   * Returns the text.
   *
   * @throws IllegalStateException where the artifact has no size hints
   */
  String render(String callId, SpooledArtifact artifact);

  /** The library's own wording, with the queries of the built-in types. */
  static ArtifactHandleRenderer standard() {
    return standard(ArtifactTypes.sharedBuiltIns());
  }

  /** The library's own wording, with the queries of the artifact's own type among {@code types}. */
  static ArtifactHandleRenderer standard(ArtifactTypes types) {
    return (callId, artifact) -> {
      SizeHints size = artifact.requiredSizeHints(callId);
      List<String> lines = new ArrayList<>();
      lines.add(
          "This tool result was not put into the conversation, to save context. It is kept as an"
              + " artifact.");
      lines.add("callId: " + callId);
      lines.add("kind: " + artifact.getClass().getSimpleName());
      lines.add("byteLength: " + size.byteLength());
      lines.add("lineCount: " + size.lineCount());
      for (ArtifactQuery<?> query : types.nearestTypeOf(artifact).queries()) {
        lines.add("- " + query.name() + " — " + query.description());
      }
      lines.add(
          "The artifact can be queried with these tools, by its callId, until this turn ends.");
      return String.join("\n", lines);
    };
  }
}

package dev.adk4j.artifact;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes the text that stands for an artifact in a prompt. Whoever counts tokens and whoever writes
 * the prompt must use the same one. Does no I/O.
 */
@FunctionalInterface
public interface ArtifactHandleRenderer {

  String render(ArtifactHandle handle);

  /** The library's own wording, with the queries of the built-in types. */
  static ArtifactHandleRenderer standard() {
    return standard(ArtifactTypes.builtIns());
  }

  /** The library's own wording, with the queries of the artifact's own type among {@code types}. */
  static ArtifactHandleRenderer standard(ArtifactTypes types) {
    return handle -> {
      List<String> lines = new ArrayList<>();
      lines.add(
          "This tool result was not put into the conversation, to save context. It is kept as an"
              + " artifact.");
      lines.add("callId: " + handle.callId());
      lines.add("kind: " + handle.artifact().getClass().getSimpleName());
      lines.add("byteLength: " + handle.byteLength());
      lines.add("lineCount: " + handle.lineCount());
      for (ArtifactQuery<?> query : types.nearestTypeOf(handle.artifact()).queries()) {
        lines.add("- " + query.name() + " — " + query.description());
      }
      lines.add(
          "The artifact can be queried with these tools, by its callId, until this turn ends.");
      return String.join("\n", lines);
    };
  }
}

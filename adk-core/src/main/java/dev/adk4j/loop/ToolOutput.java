package dev.adk4j.loop;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.primitive.Media;
import dev.adk4j.token.Tokenizable;
import java.util.List;
import java.util.Objects;

/**
 * Carries the result of a tool's handler.
 *
 * @since 0.1.0
 */
public sealed interface ToolOutput {

  static ToolOutput text(String text) {
    return new Text(Tokenizable.of(text));
  }

  static ToolOutput text(Tokenizable text) {
    return new Text(text);
  }

  static ToolOutput bytes(byte[] bytes) {
    return new Bytes(bytes.clone());
  }

  static ToolOutput artifact(SpooledArtifact artifact) {
    return new Artifact(artifact);
  }

  static ToolOutput media(Media media) {
    return new MediaItems(List.of(media), true);
  }

  /** Returns several media; not empty. */
  static ToolOutput media(List<Media> media) {
    return new MediaItems(media, false);
  }

  /**
   * For the engine: the handler started a task that waits for this gate. The turn ends as waiting,
   * and when the gate is settled, the handler, but not its guard, is called again for the same
   * record.
   *
   * @param gate reference of an open gate of the turn's tenant
   */
  record Waits(String gate) implements ToolOutput {
    public Waits {
      Objects.requireNonNull(gate, "gate");
    }
  }

  /** Text to spool; for an artifact tool, the result itself. */
  record Text(Tokenizable text) implements ToolOutput {
    public Text {
      Objects.requireNonNull(text, "text");
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Text[]";
    }
  }

  /** Bytes to spool verbatim; never changed after this. */
  @SuppressWarnings("ArrayRecordComponent")
  record Bytes(byte[] bytes) implements ToolOutput {
    public Bytes {
      Objects.requireNonNull(bytes, "bytes");
    }
  }

  /** An artifact that the handler built; not spooled again. */
  record Artifact(SpooledArtifact artifact) implements ToolOutput {
    public Artifact {
      Objects.requireNonNull(artifact, "artifact");
    }
  }

  /** One or more media; {@code single} distinguishes one from a list of one. */
  record MediaItems(List<Media> items, boolean single) implements ToolOutput {
    public MediaItems {
      items = List.copyOf(items);
      if (items.isEmpty() || (single && items.size() != 1)) {
        throw new IllegalArgumentException(
            "a tool must return at least one media, was an empty list");
      }
    }
  }
}

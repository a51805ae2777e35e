package dev.adk4j.memory.store;

import dev.adk4j.value.JsonValue;
import java.util.List;

/** Part of a captured message. Immutable. No {@code toString} shows content. */
public sealed interface MemoryPart {

  /** Returns the part's kind, by which a {@link StoreExtractionSettings.MessageFilter} selects. */
  default Kind kind() {
    return switch (this) {
      case Text text -> Kind.TEXT;
      case ToolUse use -> Kind.TOOL_USE;
      case ToolResult result -> Kind.TOOL_RESULT;
      case Reasoning reasoning -> Kind.REASONING;
      case Media media -> Kind.MEDIA;
    };
  }

  /** Kind of a message part. */
  enum Kind {
    /** Text of a message. */
    TEXT,
    /** Call to a tool. */
    TOOL_USE,
    /** Result of a tool. */
    TOOL_RESULT,
    /** Thought of a model. */
    REASONING,
    /** Attachment, without its bytes. */
    MEDIA
  }

  /** Text of a message. */
  record Text(String text) implements MemoryPart {

    @Override
    public String toString() {
      return "Text[]";
    }
  }

  /** Call to a tool by a model. */
  record ToolUse(String callId, String tool, JsonValue args) implements MemoryPart {

    @Override
    public String toString() {
      return "ToolUse[" + callId + ", " + tool + "]";
    }
  }

  /**
   * Result of a tool.
   *
   * @param text empty if the tool returned media only
   * @param media descriptions of the media
   */
  record ToolResult(String callId, String text, boolean isError, List<Media> media)
      implements MemoryPart {

    public ToolResult {
      media = List.copyOf(media);
    }

    @Override
    public String toString() {
      return "ToolResult[" + callId + "]";
    }
  }

  /** Text of a model's thought, without the vendor's payload. */
  record Reasoning(String text) implements MemoryPart {

    @Override
    public String toString() {
      return "Reasoning[]";
    }
  }

  /** Description of an attachment, without its bytes. */
  record Media(String id, String mediaKind, String mimeType, String filename)
      implements MemoryPart {}
}

package dev.adk4j.memory.store;

import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Objects;

/** A part of a captured message. Immutable. */
public sealed interface MemoryPart {

  PartKind kind();

  /** What was said. */
  record Text(String text) implements MemoryPart {
    public Text {
      Objects.requireNonNull(text, "text");
    }

    @Override
    public PartKind kind() {
      return PartKind.TEXT;
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "Text[]";
    }
  }

  /** What a model asked a tool to do. */
  record ToolUse(String callId, String tool, JsonValue args) implements MemoryPart {
    public ToolUse {
      Objects.requireNonNull(callId, "callId");
      Objects.requireNonNull(tool, "tool");
      Objects.requireNonNull(args, "args");
    }

    @Override
    public PartKind kind() {
      return PartKind.TOOL_USE;
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "ToolUse[" + callId + ", " + tool + "]";
    }
  }

  /**
   * What a tool answered.
   *
   * @param text its text; empty where it answered with media alone
   * @param media what is known about its media
   */
  record ToolResult(String callId, String text, boolean isError, List<Media> media)
      implements MemoryPart {
    public ToolResult {
      Objects.requireNonNull(callId, "callId");
      Objects.requireNonNull(text, "text");
      media = List.copyOf(media);
    }

    @Override
    public PartKind kind() {
      return PartKind.TOOL_RESULT;
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "ToolResult[" + callId + "]";
    }
  }

  /** What a model thought; never a vendor's payload. */
  record Reasoning(String text) implements MemoryPart {
    public Reasoning {
      Objects.requireNonNull(text, "text");
    }

    @Override
    public PartKind kind() {
      return PartKind.REASONING;
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "Reasoning[]";
    }
  }

  /** What is known about an attachment; never its bytes. */
  record Media(String id, String mediaKind, String mimeType, String filename)
      implements MemoryPart {
    public Media {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(mediaKind, "mediaKind");
      Objects.requireNonNull(mimeType, "mimeType");
      Objects.requireNonNull(filename, "filename");
    }

    @Override
    public PartKind kind() {
      return PartKind.MEDIA;
    }
  }
}

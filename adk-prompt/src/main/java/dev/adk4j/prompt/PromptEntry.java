package dev.adk4j.prompt;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.PromptOptions.TrailingAssistant;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Entry of a prompt, in a role, independent of any provider. */
public sealed interface PromptEntry {

  /** Returns the parts in order; at least one. */
  List<Part> parts();

  /** Returns the text parts, separated by line breaks; empty if there are none. */
  default String text() {
    return parts().stream()
        .filter(TextPart.class::isInstance)
        .map(part -> ((TextPart) part).text())
        .collect(Collectors.joining("\n"));
  }

  /** Returns the media parts in order. */
  default List<MediaPart> media() {
    return parts().stream().filter(MediaPart.class::isInstance).map(MediaPart.class::cast).toList();
  }

  /**
   * System text.
   *
   * @param trailing true after the timeline
   */
  record SystemEntry(String content, boolean trailing) implements PromptEntry {
    @Override
    public List<Part> parts() {
      return List.of(new TextPart(content));
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "SystemEntry[]";
    }
  }

  /**
   * User message.
   *
   * @param id the message's; {@link #CONTINUE} if the library requests to continue, the message's
   *     with {@code :media} appended if an assistant's media is offered again
   * @param name the participant's, for a provider that has a field for it: 1 to 64 of {@code A-Z
   *     a-z 0-9 _ -}
   */
  record UserEntry(String id, String name, List<Part> parts) implements PromptEntry {

    /** Id of the entry that {@link TrailingAssistant#APPEND_USER} adds. */
    public static final String CONTINUE = "adk:continue";

    public UserEntry {
      parts = List.copyOf(parts);
    }
  }

  /**
   * Assistant message.
   *
   * @param id the message's
   * @param peer true for another agent, whose text has an envelope
   */
  record AssistantEntry(String id, String name, boolean peer, List<Part> parts)
      implements PromptEntry {
    public AssistantEntry {
      parts = List.copyOf(parts);
    }
  }

  /**
   * Thought in its envelope, sent in the assistant's role.
   *
   * @param id the thought's
   * @param replay the vendor's own form, which executors send instead if they can; null for a plain
   *     thought
   */
  record ThoughtEntry(String id, String name, String content, @Nullable ReplayItem replay)
      implements PromptEntry {
    @Override
    public List<Part> parts() {
      return List.of(new TextPart(content));
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "ThoughtEntry[" + id + "]";
    }
  }

  /**
   * Tool call and its result.
   *
   * @param call the record; its id correlates the two
   * @param arguments a JSON object as text
   * @param declaration the tool's declaration, even if it is hidden; null if it is no longer
   *     registered
   * @param replay vendor data of the call; null for none
   * @param parts the result: enveloped text, or marker lines and media
   */
  record ToolExchange(
      ToolCall call,
      String arguments,
      Tool.@Nullable Description declaration,
      @Nullable ReplayItem replay,
      List<Part> parts)
      implements PromptEntry {

    public ToolExchange {
      parts = List.copyOf(parts);
    }

    public String id() {
      return call.id();
    }

    public String tool() {
      return call.tool();
    }
  }

  /**
   * Piece of an entry's content, in the order in which a provider that supports interleaving
   * receives it.
   */
  sealed interface Part {}

  /** Finished prompt text: an envelope, a marker line or a fallback. */
  record TextPart(String text) implements Part {
    /** Omits the content. */
    @Override
    public String toString() {
      return "TextPart[]";
    }
  }

  /**
   * Media that the model supports natively. The sender reads the bytes.
   *
   * @param mimeType sanitized: {@code type/subtype} only
   * @param filename sanitized
   */
  record MediaPart(Media media, String mimeType, String filename) implements Part {}

  /**
   * Vendor data that is sent back to the provider next to the prompt's text.
   *
   * @param id of the thought or tool call it belongs to
   * @param replayCompatibility the tag of its format, one of those the executor can send
   */
  record ReplayItem(String id, String replayCompatibility, @JsonIgnore JsonValue payload) {

    /** Omits the payload. */
    @Override
    public String toString() {
      return "ReplayItem[" + id + ", " + replayCompatibility + "]";
    }
  }
}

package dev.adk4j.prompt;

import dev.adk4j.loop.ToolDescription;
import dev.adk4j.primitive.ToolCall;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One entry of a prompt, in a role, independent of any provider. */
public sealed interface PromptEntry {

  /** In order; at least one. */
  List<PromptPart> parts();

  /** The text parts, one below the other; empty where there are none. */
  default String text() {
    return parts().stream()
        .filter(PromptPart.TextPart.class::isInstance)
        .map(part -> ((PromptPart.TextPart) part).text())
        .collect(Collectors.joining("\n"));
  }

  /** The media parts in order. */
  default List<PromptPart.MediaPart> media() {
    return parts().stream()
        .filter(PromptPart.MediaPart.class::isInstance)
        .map(PromptPart.MediaPart.class::cast)
        .toList();
  }

  /**
   * The harness's own words and everything that stands beside them.
   *
   * @param trailing whether it stands after the timeline
   */
  record SystemEntry(String content, boolean trailing) implements PromptEntry {
    @Override
    public List<PromptPart> parts() {
      return List.of(new PromptPart.TextPart(content));
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "SystemEntry[]";
    }
  }

  /**
   * A user's message.
   *
   * @param id the message's; {@link #CONTINUE} where the harness itself asks to go on, the
   *     message's with {@code :media} appended where an assistant's media is offered again
   * @param name the participant's, for a provider that has a field for it: 1 to 64 of {@code A-Z
   *     a-z 0-9 _ -}
   */
  record UserEntry(String id, String name, List<PromptPart> parts) implements PromptEntry {

    /** The id of the entry that {@link TrailingAssistant#APPEND_USER} adds. */
    public static final String CONTINUE = "adk:continue";

    public UserEntry {
      parts = List.copyOf(parts);
    }
  }

  /**
   * An assistant's message.
   *
   * @param id the message's
   * @param peer whether another agent said it: then it is enveloped, otherwise plain text
   */
  record AssistantEntry(String id, String name, boolean peer, List<PromptPart> parts)
      implements PromptEntry {
    public AssistantEntry {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A thought in its envelope, to be sent as an assistant's.
   *
   * @param id the thought's
   * @param replay the vendor's own form, to be sent instead of the envelope by whoever can; null
   *     for a plain thought
   */
  record ThoughtEntry(String id, String name, String content, @Nullable ReplayItem replay)
      implements PromptEntry {
    @Override
    public List<PromptPart> parts() {
      return List.of(new PromptPart.TextPart(content));
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "ThoughtEntry[" + id + "]";
    }
  }

  /**
   * A tool call and its result.
   *
   * @param call the record; its id correlates the two
   * @param arguments a JSON object as text
   * @param declaration how the tool is declared, also where it is hidden; null where it is no
   *     longer registered
   * @param replay vendor data that travels with the call; null for none
   * @param parts the result: enveloped text, or marker lines and media
   */
  record ToolExchange(
      ToolCall call,
      String arguments,
      @Nullable ToolDescription declaration,
      @Nullable ReplayItem replay,
      List<PromptPart> parts)
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

    public Optional<ReplayItem> replayed() {
      return Optional.ofNullable(replay);
    }
  }
}

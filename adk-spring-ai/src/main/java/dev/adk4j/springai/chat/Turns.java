package dev.adk4j.springai.chat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;

/**
 * Orders the messages of a conversation. If roles must alternate, merges neighboring messages of a
 * role. Inserts {@link #FILLER} between two messages that cannot be merged, and before a
 * conversation that does not begin with a user message.
 */
final class Turns {

  /** Placeholder text, because providers reject empty messages. */
  static final String FILLER = "…";

  private static final String BETWEEN = "\n\n";

  private final boolean alternating;
  final List<Message> messages = new ArrayList<>();

  Turns(boolean alternating) {
    this.alternating = alternating;
  }

  void user(UserMessage next) {
    if (alternating && last() instanceof UserMessage before) {
      messages.removeLast();
      messages.add(joined(before, next));
      return;
    }
    if (alternating && last() instanceof ToolResponseMessage) {
      messages.add(new AssistantMessage(FILLER));
    }
    messages.add(next);
  }

  void assistant(String text) {
    messages.add(new AssistantMessage(joined(saidBefore(), text)));
  }

  /**
   * Removes and returns the assistant's last text; empty if there is none. The caller must include
   * it in the next message.
   */
  String saidBefore() {
    if (!alternating) {
      return "";
    }
    if (messages.isEmpty()) {
      messages.add(new UserMessage(FILLER));
    }
    if (messages.getLast() instanceof AssistantMessage said) {
      messages.removeLast();
      return orEmpty(said.getText());
    }
    return "";
  }

  void calls(AssistantMessage calls, ToolResponseMessage results) {
    messages.add(calls);
    messages.add(results);
  }

  private @Nullable Message last() {
    return messages.isEmpty() ? null : messages.getLast();
  }

  private static UserMessage joined(UserMessage before, UserMessage next) {
    return UserMessage.builder()
        .text(joined(orEmpty(before.getText()), orEmpty(next.getText())))
        .media(Stream.concat(before.getMedia().stream(), next.getMedia().stream()).toList())
        .build();
  }

  private static String joined(String before, String next) {
    return before.isEmpty() || next.isEmpty() ? before + next : before + BETWEEN + next;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}

package dev.adk4j.prompt;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.PromptRenderers.TimelineItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Orders messages, thoughts and tool calls. */
final class Timeline {

  private Timeline() {}

  /**
   * Orders by creation time. At the same millisecond: questions, thoughts, the first answer and all
   * messages after it, tool calls, each in the given order.
   */
  static List<TimelineItem> order(
      List<Message> messages, List<Thought> thoughts, List<ToolCall> toolCalls) {
    List<TimelineItem> items = new ArrayList<>();
    Set<Instant> answered = new HashSet<>();
    List<TimelineItem> answers = new ArrayList<>();
    for (Message message : messages) {
      boolean answer =
          message.role() == MessageRole.ASSISTANT && answered.add(message.createdAt())
              || answered.contains(message.createdAt());
      (answer ? answers : items).add(new TimelineItem.MessageItem(message));
    }
    thoughts.forEach(thought -> items.add(new TimelineItem.ThoughtItem(thought)));
    items.addAll(answers);
    toolCalls.forEach(call -> items.add(new TimelineItem.CallItem(call)));
    items.sort(Comparator.comparing(TimelineItem::createdAt));
    return items;
  }
}

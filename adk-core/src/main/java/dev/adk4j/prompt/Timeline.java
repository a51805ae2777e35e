package dev.adk4j.prompt;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.PromptRenderers.TimelineItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Messages, thoughts and tool calls in one order. */
final class Timeline {

  private Timeline() {}

  /** By creation; at the same millisecond messages, thoughts, tool calls, each as they came. */
  static List<TimelineItem> order(
      List<Message> messages, List<Thought> thoughts, List<ToolCall> toolCalls) {
    List<TimelineItem> items = new ArrayList<>();
    messages.forEach(message -> items.add(new TimelineItem.MessageItem(message)));
    thoughts.forEach(thought -> items.add(new TimelineItem.ThoughtItem(thought)));
    toolCalls.forEach(call -> items.add(new TimelineItem.CallItem(call)));
    items.sort(Comparator.comparing(Timeline::createdAt));
    return items;
  }

  private static Instant createdAt(TimelineItem item) {
    return switch (item) {
      case TimelineItem.MessageItem(Message message) -> message.createdAt();
      case TimelineItem.ThoughtItem(Thought thought) -> thought.createdAt();
      case TimelineItem.CallItem(ToolCall call) -> call.createdAt();
    };
  }
}

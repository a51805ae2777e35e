package dev.adk4j.storage;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What belongs to one conversation. One counter numbers what was said, thought and called, so their
 * order is total.
 */
final class ConversationRows {

  private final Counter counter = new Counter();
  final Table<Message> messages =
      new Table<>("message", Message::id, Message::sameContentAs, Copies::of, counter);
  final Table<Thought> thoughts =
      new Table<>("thought", Thought::id, Thought::sameContentAs, Copies::of, counter);
  final Table<ToolCall> toolCalls =
      new Table<>("tool call", ToolCall::id, ToolCall::sameContentAs, Copies::of, counter);
  final Table<Retrievable> retrievables =
      new Table<>(
          "retrievable", Retrievable::id, Retrievable::sameContentAs, Copies::of, new Counter());

  List<StoredRow> log() {
    return Stream.of(messages.log(), thoughts.log(), toolCalls.log())
        .flatMap(List::stream)
        .sorted(Comparator.comparingLong(StoredRow::number))
        .toList();
  }
}

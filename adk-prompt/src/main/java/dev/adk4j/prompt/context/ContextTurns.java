package dev.adk4j.prompt.context;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolCall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Splits a conversation into turns. */
final class ContextTurns {

  private ContextTurns() {}

  /**
   * Part of a conversation that ends with an assistant's message; the last one may be open.
   *
   * @param messages in order
   * @param toolCalls the calls made during it, in order
   */
  public record Turn(List<Message> messages, List<ToolCall> toolCalls) {

    public Turn {
      messages = List.copyOf(messages);
      toolCalls = List.copyOf(toolCalls);
    }
  }

  /**
   * Returns the turns in order. A call belongs to the first turn that ends at its time or later.
   */
  public static List<Turn> of(Collection<Message> messages, Collection<ToolCall> toolCalls) {
    List<List<Message>> closed = new ArrayList<>();
    List<Message> current = new ArrayList<>();
    for (Message message : messages) {
      current.add(message);
      if (message.role() == MessageRole.ASSISTANT) {
        closed.add(current);
        current = new ArrayList<>();
      }
    }
    boolean open = !current.isEmpty();
    if (open) {
      closed.add(current);
    }
    List<Turn> turns = new ArrayList<>();
    List<ToolCall> left = new ArrayList<>(toolCalls);
    for (int i = 0; i < closed.size(); i++) {
      boolean last = i == closed.size() - 1;
      Instant end = last ? Instant.MAX : closed.get(i).getLast().createdAt();
      List<ToolCall> own = left.stream().filter(call -> !call.createdAt().isAfter(end)).toList();
      left.removeAll(own);
      turns.add(new Turn(closed.get(i), own));
    }
    if (turns.isEmpty() && !left.isEmpty()) {
      turns.add(new Turn(List.of(), left));
    }
    return turns;
  }
}

package dev.adk4j.memory.injection;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import java.util.List;
import java.util.Optional;

/**
 * What the newest message says: the user's where the user spoke last, the assistant's otherwise.
 */
final class NewestText implements MemoryQueryDeriver {

  @Override
  public Optional<String> derive(AgentContext ctx, List<Message> messages) {
    return messages.isEmpty() ? Optional.empty() : newest(ctx, messages, messages.getLast().role());
  }

  /** The text of the newest message of that role. */
  static Optional<String> newest(AgentContext ctx, List<Message> messages, MessageRole role) {
    for (Message message : messages.reversed()) {
      if (message.role() == role) {
        return message.content().map(content -> content.render(ctx).strip());
      }
    }
    return Optional.empty();
  }
}

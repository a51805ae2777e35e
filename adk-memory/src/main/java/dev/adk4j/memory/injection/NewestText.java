package dev.adk4j.memory.injection;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import java.util.List;
import java.util.Optional;

/**
 * Returns the text of the newest message. If the assistant only calls tools, returns its preceding
 * text, or otherwise the user's.
 */
final class NewestText implements InjectionSettings.MemoryQueryDeriver {

  @Override
  public Optional<String> derive(AgentContext ctx, List<Message> messages) {
    for (Message message : messages.reversed()) {
      Optional<String> text = message.content().map(content -> content.render(ctx).strip());
      boolean asked = message.role() == MessageRole.USER;
      if (asked || (message.role() == MessageRole.ASSISTANT && !text.orElse("").isEmpty())) {
        return text;
      }
    }
    return Optional.empty();
  }
}

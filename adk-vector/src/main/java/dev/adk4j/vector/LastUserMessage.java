package dev.adk4j.vector;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import java.util.List;

/** The text of the newest user message there is; without text, the empty text. */
final class LastUserMessage implements QueryDerivation {

  @Override
  public RetrievalQuery derive(AgentContext ctx) throws Exception {
    List<Message> messages = ctx.fetchMessages();
    for (Message message : messages.reversed()) {
      if (message.role() == MessageRole.USER) {
        return RetrievalQuery.text(message.content().map(c -> c.render(ctx)).orElse(""));
      }
    }
    return RetrievalQuery.none();
  }
}

package dev.adk4j.sample.library;

import dev.adk4j.boot.AdkOrder;
import dev.adk4j.boot.TurnInput;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Message;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Adds the passages that are nearest to what was just said to the turn. Comes after the input was
 * accepted, since the question is what is searched for.
 */
@Component
@TurnInput
@Order(AdkOrder.ACCEPT_INPUT + 100)
class RetrievePassages implements TurnMiddleware {

  private final DocumentIndex index;
  private final LibraryProperties properties;
  private final ObjectProvider<RetrievalPolicy> policy;

  RetrievePassages(
      DocumentIndex index, LibraryProperties properties, ObjectProvider<RetrievalPolicy> policy) {
    this.index = index;
    this.properties = properties;
    this.policy = policy;
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    RetrievalPolicy decides = policy.getIfAvailable(() -> message -> true);
    boolean wanted =
        ctx.input().stream()
            .map(Message::content)
            .flatMap(content -> content.stream())
            .anyMatch(content -> decides.wantsPassages(content.render(ctx)));
    if (wanted && index.await(properties.patience())) {
      ctx.turnRetrievables().addAll(ctx.fetchRetrievables());
    }
    next.proceed();
  }
}

package dev.adk4j.turn;

import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Message;

/**
 * Stores the turn's input and adds it to the messages of the turn. Place it after the middleware
 * that loads the history. Skips messages that already exist, as after a crash of a durable turn.
 *
 * @since 0.1.0
 */
public final class AcceptInput implements TurnMiddleware {

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    for (Message message : ctx.input()) {
      if (ctx.turnMessages().findById(message.id()).isEmpty()) {
        ctx.append(message);
      }
    }
    next.proceed();
  }
}

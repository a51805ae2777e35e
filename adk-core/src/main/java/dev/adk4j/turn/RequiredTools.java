package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import java.util.List;

/**
 * Fails if the turn lacks one of its required tools. Checks right before the model is called, since
 * middleware may add tools until then.
 */
record RequiredTools(List<String> names, DispatchExecutor executor) implements DispatchExecutor {

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    for (String name : names) {
      if (!ctx.tools().has(name)) {
        throw new AdkException(
            AdkErrorCode.E_INVALID_TURN_CONTEXT,
            "The turn's options name the tool '"
                + name
                + "', which the agent does not have: take the name out of the options, or give the"
                + " agent that tool."
                + ctx.tools().whyMissing(name));
      }
    }
    executor.execute(ctx, helpers);
  }
}

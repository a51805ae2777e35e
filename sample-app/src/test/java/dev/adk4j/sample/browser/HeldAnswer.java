package dev.adk4j.sample.browser;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Ids;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Answers in two halves, the second when the test says so. */
final class HeldAnswer implements DispatchExecutor {

  static final String FIRST = "A turn runs its input pipeline and then one dispatch, ";
  static final String SECOND =
      "in as many iterations as it takes, and ends with its output pipeline.";

  private final Semaphore secondHalf = new Semaphore(0);

  void release() {
    secondHalf.release();
  }

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    String id = Ids.next();
    for (String word : FIRST.split("(?<= )")) {
      helpers.reportMessage(id, word);
    }
    while (!secondHalf.tryAcquire(20, TimeUnit.MILLISECONDS)) {
      ctx.abortSignal().throwIfAborted();
    }
    helpers.reportMessage(id, SECOND, true);
    ctx.storeMessage(Message.assistant(id, FIRST + SECOND, ctx.clock().instant()));
    ctx.ack();
  }
}

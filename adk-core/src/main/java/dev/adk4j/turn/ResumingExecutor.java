package dev.adk4j.turn;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.stored.StoredTurn;

/**
 * Resumes a waiting turn at the point at which it stopped, and leaves the rest to the executor.
 * Used once.
 */
final class ResumingExecutor implements DispatchExecutor {

  private final Parking parking;
  private final StoredTurn turn;
  private final DispatchExecutor executor;
  private boolean begun;

  ResumingExecutor(Parking parking, StoredTurn turn, DispatchExecutor executor) {
    this.parking = parking;
    this.turn = turn;
    this.executor = executor;
  }

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    boolean first = !begun;
    begun = true;
    if (first && turn.phase() == StoredTurn.Phase.ASKED) {
      parking.resume(ctx, helpers, turn);
    } else if (first && turn.phase() == StoredTurn.Phase.ANSWERED) {
      ctx.ack();
    } else {
      executor.execute(ctx, helpers);
    }
  }
}

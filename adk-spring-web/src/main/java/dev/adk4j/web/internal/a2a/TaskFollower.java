package dev.adk4j.web.internal.a2a;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.stream.StreamUpdates;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives one client a task as it is, and then its updates: until the task has ended or waits for
 * this client's decision. One that waits for others is followed on.
 *
 * @param begin the task as the client is given it first
 * @param refresh looks at what became of a task that waits
 */
record TaskFollower(A2aTask.Snapshot begin, Runnable refresh) implements StreamUpdates {

  private static final Logger log = LoggerFactory.getLogger(TaskFollower.class);

  /** Pause between two looks at a task that others decide on; a sign of life is sent at each. */
  private static final Duration LOOK = Duration.ofSeconds(2);

  @Override
  public Batch read(long after) throws InterruptedException {
    if (after == 0) {
      return new Batch(List.of(begin.event()), false);
    }
    Batch next = begin.of().updates(begin.updates(), after, LOOK);
    if (next.events().isEmpty() && !next.end()) {
      look();
    }
    return next;
  }

  /** Keeps the follower when the task cannot be looked at for a moment. */
  private void look() {
    try {
      refresh.run();
    } catch (AdkException e) {
      log.debug("Task {} cannot be looked at; trying again.", begin.of().id(), e);
    }
  }
}

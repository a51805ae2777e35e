package dev.adk4j.web.internal.a2a;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.stream.StreamUpdates;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one client a snapshot of a task, then its updates, until the task has ended or waits for
 * this client's decision. A task that waits for others is followed further.
 *
 * @param begin the snapshot that the client receives first
 * @param refresh updates a waiting task to its current state
 */
record TaskFollower(A2aTask.Snapshot begin, Runnable refresh) implements StreamUpdates {

  private static final Logger log = LoggerFactory.getLogger(TaskFollower.class);

  /** Interval at which a task that waits for others is checked; a heartbeat is sent each time. */
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

  /** Keeps the follower if a check of the task fails temporarily. */
  private void look() {
    try {
      refresh.run();
    } catch (AdkException e) {
      log.debug("Task {} cannot be checked; retrying.", begin.of().id(), e);
    }
  }
}

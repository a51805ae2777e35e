package dev.adk4j.web.internal.a2a;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.stream.StreamUpdates;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Snapshot of a task for one follower, who receives it first, then the task's updates, until the
 * task has ended or waits for this follower's decision. A task that waits for others is followed
 * further.
 *
 * @param updates number of updates so far, from which the follower continues
 */
record TaskSnapshot(A2aTask of, ObjectNode json, int updates) implements StreamUpdates {

  private static final Logger log = LoggerFactory.getLogger(TaskSnapshot.class);

  /** Interval at which a task that waits for others is checked; a heartbeat is sent each time. */
  private static final Duration LOOK = Duration.ofSeconds(2);

  @Override
  public Batch read(long after) throws InterruptedException {
    if (after == 0) {
      ObjectNode first = Json.mapper().createObjectNode().set("task", json);
      return new Batch(List.of(TaskUpdates.event(1, first)), false);
    }
    Batch next = of.updates(updates + (int) after - 1, after + 1, LOOK);
    if (next.events().isEmpty() && !next.end()) {
      look();
    }
    return next;
  }

  /** Keeps the follower if a check of the task fails temporarily. */
  private void look() {
    try {
      of.refresh();
    } catch (AdkException e) {
      log.debug("Task {} cannot be checked; retrying.", of.id(), e);
    }
  }
}

package dev.adk4j.web.a2a;

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkException;
import dev.adk4j.limit.Limit;
import dev.adk4j.limit.LimitException;
import dev.adk4j.value.Json;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a task as it is, and then its updates, to one client, on a thread of its own: until the
 * task has ended or waits for this client's decision. One that waits for others is followed on.
 */
final class TaskFollower implements StreamClient {

  private static final Logger log = LoggerFactory.getLogger(TaskFollower.class);

  /** Pause between two looks at a task that others decide on; a sign of life is sent at each. */
  private static final Duration LOOK = Duration.ofSeconds(2);

  private final A2aTask task;
  private final Runnable refresh;
  private final StreamSink sink;
  private final A2aTask.Snapshot begin;

  /**
   * @param begin the task as the client is given it first
   * @param refresh looks at what became of a task that waits
   */
  TaskFollower(A2aTask task, A2aTask.Snapshot begin, Runnable refresh, StreamSink sink) {
    this.task = task;
    this.begin = begin;
    this.refresh = refresh;
    this.sink = sink;
  }

  @Override
  public String turnId() {
    return task.id();
  }

  @Override
  public Subscription start() {
    if (!task.join()) {
      throw new LimitException(Limit.STREAMS_PER_SUBJECT, A2aTask.FOLLOWERS, Duration.ZERO);
    }
    AtomicBoolean gone = new AtomicBoolean();
    Thread thread = Thread.ofVirtual().name("adk-a2a-" + task.id()).start(() -> run(gone));
    return () -> {
      gone.set(true);
      thread.interrupt();
    };
  }

  private void run(AtomicBoolean gone) {
    try {
      ObjectNode first = Json.mapper().createObjectNode();
      first.set("task", begin.task());
      send(0, first);
      int seen = begin.updates();
      boolean more = true;
      while (more && !gone.get()) {
        A2aTask.Updates next = task.updates(seen, LOOK);
        for (ObjectNode update : next.updates()) {
          send(++seen, update);
        }
        more = !next.over();
        if (more && next.updates().isEmpty()) {
          sink.heartbeat();
          look();
        }
      }
      if (!gone.get()) {
        sink.complete();
      }
    } catch (IOException | RuntimeException e) {
      log.debug("A client of task {} is gone; the task goes on.", task.id(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      task.leave();
    }
  }

  /** Keeps the follower when the task cannot be looked at for a moment. */
  private void look() {
    try {
      refresh.run();
    } catch (AdkException e) {
      log.debug("Task {} cannot be looked at; trying again.", task.id(), e);
    }
  }

  private void send(int number, ObjectNode json) throws IOException {
    sink.send(new StreamEvent(number, "update", Json.write(json)));
  }
}

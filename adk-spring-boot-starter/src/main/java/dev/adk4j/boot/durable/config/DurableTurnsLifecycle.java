package dev.adk4j.boot.durable.config;

import dev.adk4j.durable.dbscheduler.DbSchedulerTurnQueue;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Runs durable turns from when all agents are there until the application stops, and waits for the
 * runs before the data source is closed: each has to say in the database that other nodes may go
 * on.
 */
final class DurableTurnsLifecycle implements SmartLifecycle, DisposableBean {

  private static final Logger log = LoggerFactory.getLogger(DurableTurnsLifecycle.class);

  private final DbSchedulerTurnQueue queue;
  private final Duration atMost;
  private volatile boolean running;

  DurableTurnsLifecycle(DbSchedulerTurnQueue queue, Duration drain) {
    this.queue = queue;
    // time to end, and as long for what is interrupted then
    this.atMost = drain.multipliedBy(2).plusSeconds(2);
  }

  @Override
  public void start() {
    queue.begin();
    running = true;
  }

  @Override
  public void stop() {
    queue.close();
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** A paused context keeps its turns. */
  @Override
  public boolean isPauseable() {
    return false;
  }

  @Override
  public void destroy() throws InterruptedException {
    if (!queue.drain(atMost)) {
      log.warn(
          "Durable turns have not ended within {}; other nodes go on with them after some missed"
              + " heartbeats.",
          atMost);
    }
  }
}

package dev.adk4j.boot.jdbc;

import dev.adk4j.boot.internal.properties.JdbcProperties;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.stored.TurnLog;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;

/**
 * Removes bytes without a referring record, and old events of turns, at intervals, on a virtual
 * thread. Several nodes may run it at the same time: each row is removed once.
 */
final class ByteCleanUp implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(ByteCleanUp.class);

  private final AdkStorageAdmin admin;
  private final JdbcProperties.CleanUp properties;
  private final @Nullable TurnLog events;
  private final Duration eventsKeep;
  private @Nullable SimpleAsyncTaskScheduler scheduler;

  /**
   * @param events events of durable turns; null for none
   * @param eventsKeep time that events are stored after the end of their turn
   */
  ByteCleanUp(
      AdkStorageAdmin admin,
      JdbcProperties.CleanUp properties,
      @Nullable TurnLog events,
      Duration eventsKeep) {
    this.admin = admin;
    this.properties = properties;
    this.events = events;
    this.eventsKeep = eventsKeep;
  }

  @Override
  public synchronized void start() {
    if (scheduler == null) {
      SimpleAsyncTaskScheduler starting = new SimpleAsyncTaskScheduler();
      starting.setVirtualThreads(true);
      starting.setThreadNamePrefix("adk-clean-up-");
      starting.scheduleWithFixedDelay(
          this::run,
          starting.getClock().instant().plus(properties.interval()),
          properties.interval());
      scheduler = starting;
    }
  }

  @Override
  public synchronized void stop() {
    if (scheduler != null) {
      scheduler.close();
      scheduler = null;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return scheduler != null;
  }

  private void run() {
    try {
      admin.cleanUpRates();
      long removed = admin.cleanUpBytes(properties.age());
      if (removed > 0) {
        log.info("Removed {} unreferenced stored contents.", removed);
      }
      int turns = events == null ? 0 : events.prune(Instant.now().minus(eventsKeep));
      if (turns > 0) {
        log.info("Removed the events of {} turns that ended {} ago.", turns, eventsKeep);
      }
    } catch (AdkException e) {
      log.warn(
          "The storage could not be cleaned up. The next attempt is in {}.",
          properties.interval(),
          e);
    }
  }
}

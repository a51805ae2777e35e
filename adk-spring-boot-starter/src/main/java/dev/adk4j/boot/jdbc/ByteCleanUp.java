package dev.adk4j.boot.jdbc;

import dev.adk4j.boot.JdbcProperties;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkStorageAdmin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;

/**
 * Removes bytes that no record refers to, at intervals, on a virtual thread. Several nodes may do
 * so at once: each row is removed once.
 */
final class ByteCleanUp implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(ByteCleanUp.class);

  private final AdkStorageAdmin admin;
  private final JdbcProperties.CleanUp properties;
  private @Nullable SimpleAsyncTaskScheduler scheduler;

  ByteCleanUp(AdkStorageAdmin admin, JdbcProperties.CleanUp properties) {
    this.admin = admin;
    this.properties = properties;
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
        log.info("Removed {} stored contents that nobody finds any more.", removed);
      }
    } catch (AdkException e) {
      log.warn("Bytes could not be cleaned up; the next look is in {}.", properties.interval(), e);
    }
  }
}

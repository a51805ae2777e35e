package dev.adk4j.durable.dbscheduler;

import com.github.kagkarlsson.scheduler.Clock;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.StorageConnections;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the database's clock, so nodes with different clocks agree on due turns and dead nodes.
 * Reads the database's time at startup and once an hour. Thread-safe.
 */
final class DatabaseClock implements Clock {

  private static final Logger log = LoggerFactory.getLogger(DatabaseClock.class);
  private static final int SAMPLES = 5;
  private static final Duration AGAIN = Duration.ofHours(1);
  private static final Duration WORTH_TELLING = Duration.ofSeconds(1);

  private final StorageConnections connections;
  private final InstantSource own;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile Reading last;

  DatabaseClock(StorageConnections connections, InstantSource own) {
    this.connections = connections;
    this.own = own;
    this.last = ask();
    if (last.offset.abs().compareTo(WORTH_TELLING) > 0) {
      log.warn(
          "This node's clock differs from the database's by {}; turns use the database's.",
          last.offset);
    }
  }

  /** Truncated to milliseconds, because no database then rounds the time up into the future. */
  @Override
  public Instant now() {
    Instant now = own.instant();
    if (Duration.between(last.asked, now).abs().compareTo(AGAIN) > 0
        && asking.compareAndSet(false, true)) {
      Thread.ofVirtual().name("adk-database-clock").start(this::askAgain);
    }
    return Instant.ofEpochMilli(now.plus(last.offset).toEpochMilli());
  }

  private void askAgain() {
    try {
      last = ask();
    } catch (AdkException e) {
      log.debug("The database's time could not be read; retrying.", e);
    } finally {
      asking.set(false);
    }
  }

  /** Uses the fastest response, which is the most accurate. */
  private Reading ask() {
    return connections.single(
        "reading the database's time",
        "",
        connection -> {
          try (PreparedStatement statement =
              connection.prepareStatement(
                  connections.isPostgres()
                      ? "select clock_timestamp()"
                      : "select current_timestamp(6)")) {
            Reading best = reading(statement);
            for (int i = 1; i < SAMPLES; i++) {
              Reading next = reading(statement);
              best = next.took.compareTo(best.took) < 0 ? next : best;
            }
            return best;
          }
        });
  }

  private Reading reading(PreparedStatement statement) throws SQLException {
    Instant before = own.instant();
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      Instant there = row.getObject(1, OffsetDateTime.class).toInstant();
      Duration took = Duration.between(before, own.instant());
      return new Reading(before, Duration.between(before.plus(took.dividedBy(2)), there), took);
    }
  }

  private record Reading(Instant asked, Duration offset, Duration took) {}
}

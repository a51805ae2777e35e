package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Repeats work that lost a race against another writer, a limited number of times. */
final class Retry {

  static final int MAX_ATTEMPTS = 12;
  private static final long PAUSE_NANOS = 2_000_000;

  private Retry() {}

  static <T extends @Nullable Object> T onLostRace(Call<T> call) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try {
        return call.run();
      } catch (SQLException e) {
        if (!SqlErrors.isWorthRetrying(e) || attempt == MAX_ATTEMPTS) {
          throw e;
        }
        pause(attempt);
        if (Thread.currentThread().isInterrupted()) {
          throw new AdkException(
              AdkErrorCode.E_STORAGE_UNAVAILABLE,
              "Interrupted while waiting for another writer of the same rows.");
        }
      }
    }
  }

  /** Waits for a random time, so concurrent writers do not collide again. */
  static void pause(int attempt) {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS * attempt) + 1);
  }

  /** Work that can be repeated from the start. */
  @FunctionalInterface
  interface Call<T extends @Nullable Object> {
    T run() throws SQLException;
  }
}

package dev.adk4j.loop;

import dev.adk4j.event.LogLevel;
import org.jspecify.annotations.Nullable;

/** Emits {@code log} events. Never throws, even without a listener. */
@FunctionalInterface
public interface ExecutorLog {

  /**
   * @param kind a stable label for listeners to filter by
   * @param payload additional data, or null
   */
  void log(LogLevel level, String kind, String message, @Nullable Object payload);

  default void trace(String kind, String message) {
    log(LogLevel.TRACE, kind, message, null);
  }

  default void debug(String kind, String message) {
    log(LogLevel.DEBUG, kind, message, null);
  }

  default void info(String kind, String message) {
    log(LogLevel.INFO, kind, message, null);
  }

  default void warn(String kind, String message) {
    log(LogLevel.WARN, kind, message, null);
  }

  default void error(String kind, String message) {
    log(LogLevel.ERROR, kind, message, null);
  }
}

package dev.adk4j.gate;

import org.jspecify.annotations.Nullable;

/**
 * Checks the value a gate is resolved with. Returns the value the waiter gets, which may be a
 * converted or completed one; throws where the value is not acceptable, and the gate stays open.
 * May be called on any thread.
 */
@FunctionalInterface
public interface GateSchema<T> {

  T validate(@Nullable Object value) throws Exception;

  /** Accepts instances of a type. */
  static <T> GateSchema<T> instanceOf(Class<T> type) {
    return value -> {
      if (!type.isInstance(value)) {
        String given = value == null ? "null" : value.getClass().getName();
        throw new IllegalArgumentException("expected a " + type.getName() + ", was " + given);
      }
      return type.cast(value);
    };
  }
}

package dev.adk4j.boot.memory.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Checks values. The exception names the property, its value and the reason. */
final class Rules {

  private Rules() {}

  static void positive(String name, Duration value) {
    require(value.isPositive(), name, value, "must be longer than 0");
  }

  static void atLeast(String name, int value, int least) {
    require(value >= least, name, value, "must be " + least + " or more");
  }

  private static void require(boolean holds, String name, Object value, String reason) {
    if (!holds) {
      throw new InvalidConfigurationPropertyValueException(name, value, reason);
    }
  }
}

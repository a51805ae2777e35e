package dev.adk4j.boot.memory.settings;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Checks values. The exception names the property, its value and the reason. */
final class Rules {

  private static final Pattern TOOL_NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private Rules() {}

  static void positive(String name, Duration value) {
    require(value.isPositive(), name, value, "must be longer than 0");
  }

  static void notNegative(String name, Duration value) {
    require(!value.isNegative(), name, value, "must not be negative");
  }

  static void atLeast(String name, int value, int least) {
    require(value >= least, name, value, "must be " + least + " or more");
  }

  static void unit(String name, @Nullable Double value) {
    if (value != null) {
      require(value >= 0 && value <= 1, name, value, "must be from 0 to 1");
    }
  }

  static void toolName(String name, String value) {
    require(
        TOOL_NAME.matcher(value).matches(),
        name,
        value,
        "must be 1 to 64 letters, digits, underscores or hyphens");
  }

  private static void require(boolean holds, String name, Object value, String reason) {
    if (!holds) {
      throw new InvalidConfigurationPropertyValueException(name, value, reason);
    }
  }
}

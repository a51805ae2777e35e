package dev.adk4j.boot;

import java.time.Duration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Checks of property values; what they throw is reported with the property, its value and the
 * reason.
 */
final class PropertyRules {

  private PropertyRules() {}

  static void notNegative(String name, int value) {
    require(value >= 0, name, value, "must be 0 or more");
  }

  static void notNegative(String name, Duration value) {
    require(!value.isNegative(), name, value, "must not be negative");
  }

  static void positive(String name, Duration value) {
    require(value.isPositive(), name, value, "must be longer than 0");
  }

  static void positive(String name, DataSize value) {
    require(value.toBytes() > 0, name, value, "must be more than 0");
  }

  static void positive(String name, int value) {
    require(value > 0, name, value, "must be 1 or more");
  }

  static void between(String name, DataSize value, DataSize least, DataSize most) {
    require(
        value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
        name,
        value,
        "must be from %s to %s".formatted(least, most));
  }

  static void atLeast(String name, DataSize value, String otherName, DataSize other) {
    require(
        value.compareTo(other) >= 0,
        name,
        value,
        "must be at least %s, which is %s".formatted(otherName, other));
  }

  private static void require(boolean holds, String name, Object value, String reason) {
    if (!holds) {
      throw new InvalidConfigurationPropertyValueException(name, value, reason);
    }
  }
}

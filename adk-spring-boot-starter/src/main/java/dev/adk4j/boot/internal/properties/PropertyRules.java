package dev.adk4j.boot.internal.properties;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Checks property values. An unset value is valid for each rule that accepts null. The failure
 * report contains the property, its value and the reason.
 */
public final class PropertyRules {

  private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\x00]|\"\"){1,63}\"");
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final Pattern PATH = Pattern.compile("(?:/[A-Za-z0-9_.-]+)+");

  private PropertyRules() {}

  static void notNegative(String name, Duration value) {
    require(!value.isNegative(), name, value, "must not be negative");
  }

  static void positive(String name, @Nullable Duration value) {
    require(value == null || value.isPositive(), name, value, "must be longer than 0");
  }

  static <T extends Comparable<T>> void between(String name, @Nullable T value, T least, T most) {
    require(
        value == null || value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
        name,
        value,
        "must be from %s to %s".formatted(least, most));
  }

  static void atLeast(String name, @Nullable Number value, long least) {
    require(
        value == null || value.longValue() >= least, name, value, "must be " + least + " or more");
  }

  static void atLeast(String name, Duration value, Duration least) {
    require(value.compareTo(least) >= 0, name, value, "must be at least " + least);
  }

  /** Checks for an identifier, or any name in double quotes. */
  static void schema(String name, @Nullable String value) {
    if (value == null || !value.startsWith("\"")) {
      identifier(name, value, 63);
    } else {
      require(
          QUOTED.matcher(value).matches(),
          name,
          value,
          "must end with the double quote that it begins with, have at most 63 characters "
              + "between them, and have each inner double quote doubled");
    }
  }

  /** Checks a name that is inserted into SQL statements unchanged. */
  static void identifier(String name, @Nullable String value, int length) {
    require(
        value == null || value.length() <= length && IDENTIFIER.matcher(value).matches(),
        name,
        value,
        "must be a letter or _ followed by letters, digits or _, at most %d in all"
            .formatted(length));
  }

  static void atLeast(String name, DataSize value, String otherName, DataSize other) {
    require(
        value.compareTo(other) >= 0,
        name,
        value,
        "must be at least %s, which is %s".formatted(otherName, other));
  }

  /** Checks that a value has the other value that it requires. */
  static void within(
      String name, @Nullable String value, String otherName, @Nullable String other) {
    require(value == null || other != null, name, value, "needs " + otherName + ", too");
  }

  /** Checks a value that is written into a response header unchanged. */
  static void header(String name, String value) {
    require(
        !value.isBlank() && value.chars().allMatch(c -> c >= ' ' && c < 127),
        name,
        value,
        "must be printable ASCII");
  }

  /** Checks keys of the stash: the library's own keys hold values that must stay internal. */
  static void ownStashKeys(String name, List<String> keys) {
    require(
        keys.stream().noneMatch(key -> key.isBlank() || key.matches("adk([.-].*)?")),
        name,
        keys,
        "must be keys of the application, which do not begin with adk. or adk-");
  }

  /** Checks the path of an endpoint. */
  static void path(String name, @Nullable String value) {
    require(
        value == null || PATH.matcher(value).matches(),
        name,
        value,
        "must begin with a slash, end without one, and contain only letters, digits and - _ .");
  }

  /** Checks the length of a secret. The report contains only the length. */
  static void secret(String name, @Nullable String value, int least) {
    if (value != null) {
      require(
          value.length() >= least,
          name,
          value.length() + " characters",
          "must have %d characters or more".formatted(least));
    }
  }

  /** Throws the exception that the failure report is made of. */
  public static void require(boolean holds, String name, @Nullable Object value, String reason) {
    if (!holds) {
      throw new InvalidConfigurationPropertyValueException(name, value, reason);
    }
  }
}

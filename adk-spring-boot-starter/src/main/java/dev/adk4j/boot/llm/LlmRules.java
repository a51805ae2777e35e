package dev.adk4j.boot.llm;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** What a property has to be; the application does not start otherwise. */
final class LlmRules {

  private LlmRules() {}

  static void notNegative(String name, Duration value) {
    check(!value.isNegative(), name, value, "must not be negative");
  }

  static void between(String name, @Nullable Double value, int least, int most) {
    check(
        value == null || (value >= least && value <= most),
        name,
        value,
        "must be from " + least + " to " + most);
  }

  /** Called where there is no database. */
  static void checkDatabase(String name, LlmProperties.@Nullable Keep keep) {
    check(
        keep != LlmProperties.Keep.DATABASE,
        name,
        keep,
        "needs a database: add adk-jpa-storage and a single data source, and leave adk.jpa.enabled on");
  }

  static void check(boolean holds, String name, @Nullable Object value, String reason) {
    if (!holds) {
      throw new InvalidConfigurationPropertyValueException(name, value, reason);
    }
  }
}

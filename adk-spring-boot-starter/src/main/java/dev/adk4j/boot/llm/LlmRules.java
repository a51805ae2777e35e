package dev.adk4j.boot.llm;

import dev.adk4j.token.TokenCounters;
import dev.adk4j.token.TokenEncoding;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Checks the values of properties. A wrong value fails the startup. */
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

  /** Called when executors are created: a counter may be registered until then. */
  static void checkEncoding(@Nullable String encoding) {
    check(
        encoding == null || TokenCounters.isKnown(encoding),
        "adk.llm.token-encoding",
        encoding,
        "must be a built-in encoding ("
            + Stream.of(TokenEncoding.values())
                .map(TokenEncoding::id)
                .collect(Collectors.joining(", "))
            + "), or one with a counter from TokenCounters.register");
  }

  /** Called if there is no database. */
  static void checkDatabase(String name, LlmProperties.@Nullable Keep keep) {
    check(
        keep != LlmProperties.Keep.DATABASE,
        name,
        keep,
        "needs a database: add adk-jdbc-storage and a single data source, and keep "
            + "adk.jdbc.enabled on");
  }

  static void check(boolean holds, String name, @Nullable Object value, String reason) {
    if (!holds) {
      throw new InvalidConfigurationPropertyValueException(name, value, reason);
    }
  }
}

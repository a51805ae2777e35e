package dev.adk4j.boot.llm;

import dev.adk4j.boot.internal.properties.LlmProperties;
import dev.adk4j.boot.internal.properties.PropertyRules;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.token.TokenEncoding;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks the values of properties. A wrong value fails the startup. */
final class LlmRules {

  private LlmRules() {}

  /** Called when executors are created: a counter may be registered until then. */
  static void checkEncoding(@Nullable String encoding) {
    PropertyRules.require(
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
    PropertyRules.require(
        keep != LlmProperties.Keep.DATABASE,
        name,
        keep,
        "needs a database: add adk-jdbc-storage and a single data source, and keep "
            + "adk.jdbc.enabled on");
  }
}

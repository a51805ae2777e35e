package dev.adk4j.schema;

import dev.adk4j.error.Violations;
import tools.jackson.databind.JsonNode;

/**
 * A rule that a schema cannot state, such as "{@code end} is after {@code start}". Runs only on
 * arguments that fit the schema, defaults filled in. Shared by concurrent calls.
 */
@FunctionalInterface
public interface ArgsCheck {

  /**
   * Adds what is wrong, with paths such as {@code $.range.end}. What it throws itself passes
   * through as it is.
   *
   * @param args not to be changed
   */
  void check(JsonNode args, Violations violations);

  /** This check, then the other, the violations of both reported together. */
  default ArgsCheck and(ArgsCheck other) {
    return (args, violations) -> {
      check(args, violations);
      other.check(args, violations);
    };
  }
}

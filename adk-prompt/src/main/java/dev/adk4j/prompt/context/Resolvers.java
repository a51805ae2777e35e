package dev.adk4j.prompt.context;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import org.jspecify.annotations.Nullable;

/** Requires the functions that this package needs. */
final class Resolvers {

  private Resolvers() {}

  /** Returns the value, or throws {@code E_CONTEXT_RESOLVER_MISSING} with function and option. */
  static <T> T require(@Nullable T value, String function, String option) {
    if (value == null) {
      throw AdkException.saying(
          LlmErrorCode.E_CONTEXT_RESOLVER_MISSING, "%s needs the option '%s'.", function, option);
    }
    return value;
  }
}

package dev.adk4j.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;

/** Texts of the failure report for a refused value of a property under {@code adk}. */
final class PropertyReport {

  private PropertyReport() {}

  /**
   * @param reason reads on from the property's name
   */
  static FailureAnalysis refused(
      String name,
      @Nullable Object value,
      @Nullable Origin origin,
      String reason,
      Throwable cause) {
    return new FailureAnalysis(
        "%s %s%s, and that is refused: it %s."
            .formatted(
                name,
                value == null ? "has no value" : "is '" + value + "'",
                origin == null ? "" : " (" + origin + ")",
                reason),
        "Change %s, or remove it for its default.%s"
            .formatted(
                name,
                KnownProperties.read().explanation(name).map(text -> "\n\n\t" + text).orElse("")),
        cause);
  }
}

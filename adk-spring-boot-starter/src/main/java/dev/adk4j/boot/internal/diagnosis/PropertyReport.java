package dev.adk4j.boot.internal.diagnosis;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;

/** Texts of the failure report for a rejected value of a property under {@code adk}. */
final class PropertyReport {

  private PropertyReport() {}

  /**
   * @param reason continuation of a sentence that begins with the property's name
   */
  static FailureAnalysis refused(
      String name,
      @Nullable Object value,
      @Nullable Origin origin,
      String reason,
      Throwable cause) {
    return new FailureAnalysis(
        "%s %s%s, which is not allowed: it %s."
            .formatted(
                name,
                value == null ? "has no value" : "is '" + value + "'",
                origin == null ? "" : " (" + origin + ")",
                reason),
        "Change %s, or remove it to use its default.%s"
            .formatted(
                name,
                KnownProperties.ALL.explanation(name).map(text -> "\n\n\t" + text).orElse("")),
        cause);
  }
}

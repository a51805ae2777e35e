package dev.adk4j.boot.internal.callback;

import dev.adk4j.boot.internal.diagnosis.StartupFailure;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Failures of the startup because of methods that cannot be tools; each shows a valid one. */
final class InvalidTools {

  private InvalidTools() {}

  /** Returns the failure for an error that the core found in a bean's methods. */
  static StartupFailure of(String bean, Class<?> type, AdkException cause) {
    List<String> problems =
        cause.getCause() instanceof ValidationException invalid
            ? invalid.violations().stream()
                .map(v -> v.path().replaceFirst("^\\$\\.", "") + ": " + v.message())
                .toList()
            : List.of(String.valueOf(cause.getMessage()));
    return of(bean, type, problems, cause);
  }

  /**
   * Returns the failure for methods that cannot be called on a bean.
   *
   * @param problems problems, one line each
   */
  static StartupFailure of(
      String bean, Class<?> type, List<String> problems, @Nullable AdkException cause) {
    return failure(
        "The bean '%s' (%s) has @AgentTool methods that cannot be tools"
            .formatted(bean, type.getName()),
        problems,
        cause);
  }

  /** Returns the failure for two tools of the same name. */
  static StartupFailure twice(String tool, String one, String other) {
    return failure("Two tools have the name '%s'".formatted(tool), List.of(one, other), null);
  }

  private static StartupFailure failure(
      String part, List<String> problems, @Nullable AdkException cause) {
    return new StartupFailure(
        part,
        problems,
        """
        Give each tool a unique name and a description. Its parameters must be readable from JSON, and its return value is the result for the model:

        \t@AgentTool("Tells the weather of a city.")
        \tString weather(@ToolParam(description = "Name of the city") String city) {
        \t  return "Rain in " + city;
        \t}""",
        cause);
  }
}

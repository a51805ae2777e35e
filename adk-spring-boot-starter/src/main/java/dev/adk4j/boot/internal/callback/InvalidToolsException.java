package dev.adk4j.boot.internal.callback;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown for annotated methods that cannot be tools, with the name of their bean. */
final class InvalidToolsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String where;
  private final transient List<String> problems;

  private InvalidToolsException(String where, List<String> problems, @Nullable AdkException cause) {
    super(where + ": " + String.join("; ", problems), cause);
    this.where = where;
    this.problems = List.copyOf(problems);
  }

  /** Creates the exception for an error that the core found in a bean's methods. */
  static InvalidToolsException of(String bean, Class<?> type, AdkException cause) {
    List<String> problems =
        cause.getCause() instanceof ValidationException invalid
            ? invalid.violations().stream()
                .map(v -> v.path().replaceFirst("^\\$\\.", "") + ": " + v.message())
                .toList()
            : List.of(String.valueOf(cause.getMessage()));
    return new InvalidToolsException(
        "The bean '%s' (%s) has @AgentTool methods that cannot be tools"
            .formatted(bean, type.getName()),
        problems,
        cause);
  }

  /** Creates the exception for methods that cannot be called on a bean. */
  static InvalidToolsException of(String bean, Class<?> type, List<String> problems) {
    return new InvalidToolsException(
        "The bean '%s' (%s) has @AgentTool methods that cannot be tools"
            .formatted(bean, type.getName()),
        problems,
        null);
  }

  /** Creates the exception for two tools of the same name. */
  static InvalidToolsException twice(String tool, String one, String other) {
    return new InvalidToolsException(
        "Two tools have the name '%s'".formatted(tool), List.of(one, other), null);
  }

  String where() {
    return where;
  }

  /** Problems, one line each; never empty. */
  List<String> problems() {
    return problems == null ? List.of() : problems;
  }
}

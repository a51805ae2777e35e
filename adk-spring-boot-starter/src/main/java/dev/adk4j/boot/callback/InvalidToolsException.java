package dev.adk4j.boot.callback;

import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Annotated methods that cannot be tools, with the bean they are in. */
final class InvalidToolsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String where;
  private final transient List<String> problems;

  private InvalidToolsException(String where, List<String> problems, @Nullable AdkException cause) {
    super(where + ": " + String.join("; ", problems), cause);
    this.where = where;
    this.problems = List.copyOf(problems);
  }

  /** What the core found wrong with a bean's methods. */
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

  /** Two tools that a model could not tell apart. */
  static InvalidToolsException twice(String tool, String one, String other) {
    return new InvalidToolsException(
        "Two tools have the name '%s'".formatted(tool), List.of(one, other), null);
  }

  String where() {
    return where;
  }

  /** One line each; never empty. */
  List<String> problems() {
    return problems == null ? List.of() : problems;
  }
}

package dev.adk4j.springai.dialect;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tools that a model may or must call.
 *
 * @since 0.1.0
 */
public sealed interface ToolChoice {

  /** Returns the names of forced tools; empty if there are none. */
  default List<String> forced() {
    return switch (this) {
      case Function(String name) -> List.of(name);
      case AllowedTools(List<String> names) -> names;
      default -> List.of();
    };
  }

  /** Returns the name of the kind for logs. */
  default String variant() {
    return switch (this) {
      case Auto auto -> "auto";
      case None none -> "none";
      case Required required -> "required";
      case Function function -> "function";
      case AllowedTools allowed -> "allowed_tools";
    };
  }

  /** Leaves the choice to the model. */
  record Auto() implements ToolChoice {}

  /** Forbids tool calls. */
  record None() implements ToolChoice {}

  /** Requires at least one call of any tool. */
  record Required() implements ToolChoice {}

  /** Requires a call of one tool. */
  record Function(String name) implements ToolChoice {}

  /** Requires a call of one of several tools. */
  record AllowedTools(List<String> names) implements ToolChoice {
    public AllowedTools {
      names = List.copyOf(names);
      if (names.isEmpty()) {
        throw new IllegalArgumentException("requires at least one tool");
      }
    }
  }

  /**
   * Reads {@code auto}, {@code none}, {@code required}, {@code function:NAME} or {@code
   * allowed_tools:NAME,NAME}.
   *
   * @throws AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} for anything else
   */
  static ToolChoice parse(String text) {
    String function = after("function:", text);
    String allowed = after("allowed_tools:", text);
    if (function != null && !function.isBlank()) {
      return new Function(function.strip());
    }
    if (allowed != null && Stream.of(allowed.split(",", -1)).noneMatch(String::isBlank)) {
      return new AllowedTools(Stream.of(allowed.split(",")).map(String::strip).toList());
    }
    return switch (text) {
      case "auto" -> auto();
      case "none" -> none();
      case "required" -> required();
      default ->
          throw new AdkException(
              LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
              "toolChoice: must be auto, none, required, function:NAME or"
                  + " allowed_tools:NAME,NAME, was '"
                  + text
                  + "'.");
    };
  }

  private static @Nullable String after(String prefix, String text) {
    return text.startsWith(prefix) ? text.substring(prefix.length()) : null;
  }

  static ToolChoice auto() {
    return new Auto();
  }

  static ToolChoice none() {
    return new None();
  }

  static ToolChoice required() {
    return new Required();
  }

  static ToolChoice function(String name) {
    return new Function(name);
  }

  static ToolChoice allowedTools(List<String> names) {
    return new AllowedTools(names);
  }
}

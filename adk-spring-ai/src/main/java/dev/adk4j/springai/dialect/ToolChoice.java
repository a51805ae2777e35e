package dev.adk4j.springai.dialect;

import java.util.List;

/** Whether a model may, must or must not call tools. */
public sealed interface ToolChoice {

  /** The names that are forced; empty where none is. */
  default List<String> forced() {
    return List.of();
  }

  /** What it is called in logs. */
  String variant();

  /** The model decides. */
  record Auto() implements ToolChoice {
    @Override
    public String variant() {
      return "auto";
    }
  }

  /** No tool. */
  record None() implements ToolChoice {
    @Override
    public String variant() {
      return "none";
    }
  }

  /** At least one tool, whichever. */
  record Required() implements ToolChoice {
    @Override
    public String variant() {
      return "required";
    }
  }

  /** This tool. */
  record Function(String name) implements ToolChoice {
    @Override
    public List<String> forced() {
      return List.of(name);
    }

    @Override
    public String variant() {
      return "function";
    }
  }

  /** One of these tools. */
  record AllowedTools(List<String> names) implements ToolChoice {
    public AllowedTools {
      names = List.copyOf(names);
      if (names.isEmpty()) {
        throw new IllegalArgumentException("needs at least one tool");
      }
    }

    @Override
    public List<String> forced() {
      return names;
    }

    @Override
    public String variant() {
      return "allowed_tools";
    }
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

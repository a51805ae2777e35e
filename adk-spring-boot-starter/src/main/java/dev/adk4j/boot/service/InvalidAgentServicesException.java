package dev.adk4j.boot.service;

import java.util.List;

/** Thrown for interfaces that cannot be agents; contains all problems. */
final class InvalidAgentServicesException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  InvalidAgentServicesException(List<String> problems) {
    super("Methods of @AgentService interfaces cannot be called: " + String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  List<String> problems() {
    return problems == null ? List.of() : problems;
  }
}

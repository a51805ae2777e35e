package dev.adk4j.boot.internal.diagnosis;

import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;

/** Thrown at startup if properties are set under names that no longer exist. */
final class RenamedPropertiesException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Old names and origins, without the values. */
  private final String found;

  private final String advice;

  RenamedPropertiesException(Map<ConfigurationProperty, String> renamed) {
    super("Properties have old names: " + names(renamed));
    this.found =
        renamed.keySet().stream()
            .map(p -> "\t%s (%s)".formatted(p.getName(), p.getOrigin()))
            .collect(Collectors.joining("\n"));
    this.advice =
        renamed.entrySet().stream()
            .map(e -> "\t%s: now %s".formatted(e.getKey().getName(), e.getValue()))
            .collect(Collectors.joining("\n"));
  }

  private static String names(Map<ConfigurationProperty, String> renamed) {
    return renamed.entrySet().stream()
        .map(e -> e.getKey().getName() + " is now " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  String found() {
    return found;
  }

  String advice() {
    return advice;
  }
}

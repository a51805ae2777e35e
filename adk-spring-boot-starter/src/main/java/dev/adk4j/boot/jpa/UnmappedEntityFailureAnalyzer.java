package dev.adk4j.boot.jpa;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports how to map the tables of the storage to entities, if a repository finds none. */
final class UnmappedEntityFailureAnalyzer
    extends AbstractFailureAnalyzer<IllegalArgumentException> {

  /** Beginning of the message of Spring Data and Hibernate, before the name of the class. */
  private static final String UNMAPPED = "Not a managed type: ";

  private static final String ENTITIES = "dev.adk4j.jpa.entity.";

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable rootFailure, IllegalArgumentException cause) {
    String message = Objects.requireNonNullElse(cause.getMessage(), "");
    int entity = message.indexOf(ENTITIES);
    if (entity < 0 || !message.startsWith(UNMAPPED)) {
      return null;
    }
    return new FailureAnalysis(
        "%s is queried as an entity, but the persistence unit does not map the tables of the storage."
            .formatted(message.substring(entity)),
        "Map them for queries:\n\n\tadk.jpa.entities=true",
        cause);
  }
}

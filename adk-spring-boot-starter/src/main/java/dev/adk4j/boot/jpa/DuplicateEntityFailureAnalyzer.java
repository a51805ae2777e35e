package dev.adk4j.boot.jpa;

import java.util.Objects;
import org.hibernate.DuplicateMappingException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports the remedy if an entity of the application has the name of an entity of the storage. */
final class DuplicateEntityFailureAnalyzer
    extends AbstractFailureAnalyzer<DuplicateMappingException> {

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable rootFailure, DuplicateMappingException cause) {
    String message = Objects.requireNonNullElse(cause.getMessage(), "");
    if (!message.contains("dev.adk4j.jpa.entity.")) {
      return null;
    }
    return new FailureAnalysis(
        message + ".",
        """
        Give the application's entity another name, and use it in queries:

        \t@Entity(name = "My%s")

        or disable the entities of the storage:

        \tadk.jpa.entities=false"""
            .formatted(cause.getName()),
        cause);
  }
}

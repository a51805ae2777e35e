package dev.adk4j.boot.internal.diagnosis;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports every property that is set under a former name, its origin and its new place. */
final class RenamedPropertiesFailureAnalyzer
    extends AbstractFailureAnalyzer<RenamedPropertiesException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, RenamedPropertiesException cause) {
    return new FailureAnalysis(
        "These properties have been renamed or removed:\n\n" + cause.found(),
        "Set them at their new places:\n\n" + cause.advice(),
        cause);
  }
}

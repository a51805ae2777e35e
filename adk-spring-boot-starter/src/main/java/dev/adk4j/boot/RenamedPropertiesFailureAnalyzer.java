package dev.adk4j.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports every property that is set under an old name, its origin and its new name. */
final class RenamedPropertiesFailureAnalyzer
    extends AbstractFailureAnalyzer<RenamedPropertiesException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, RenamedPropertiesException cause) {
    return new FailureAnalysis(
        "These properties are set under names that they no longer have:\n\n" + cause.found(),
        "Use the new names:\n\n" + cause.advice(),
        cause);
  }
}

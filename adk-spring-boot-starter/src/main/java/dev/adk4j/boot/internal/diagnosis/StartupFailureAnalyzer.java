package dev.adk4j.boot.internal.diagnosis;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows the report of a {@link StartupFailure}. */
public final class StartupFailureAnalyzer extends AbstractFailureAnalyzer<StartupFailure> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StartupFailure cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
  }
}

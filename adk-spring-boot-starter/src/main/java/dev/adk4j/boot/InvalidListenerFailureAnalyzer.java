package dev.adk4j.boot;

import java.util.Objects;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports how a listener is declared and the events that exist. */
final class InvalidListenerFailureAnalyzer
    extends AbstractFailureAnalyzer<InvalidListenerException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidListenerException cause) {
    return new FailureAnalysis(
        Objects.requireNonNull(cause.getMessage()),
        """
        Let it take one event, and name the event where the type does not say which:

        \t@TurnEventListener
        \tvoid ended(TurnEnd end) {
        \t  …
        \t}

        \t@TurnEventListener("message")
        \tvoid said(TurnStreamableContent delta) {
        \t  …
        \t}

        The types, which are in dev.adk4j.event and dev.adk4j.gate, and the names of their events:

        %s"""
            .formatted(ListenableEvents.table()),
        cause);
  }
}

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
        Declare one event as its parameter, and name the event if the type does not identify it:

        \t@TurnEventListener
        \tvoid ended(TurnEnd end) {
        \t  …
        \t}

        \t@TurnEventListener("message")
        \tvoid said(TurnStreamableContent delta) {
        \t  …
        \t}

        These are the types, from dev.adk4j.event and dev.adk4j.gate, and the names of their events:

        %s"""
            .formatted(ListenableEvents.table()),
        cause);
  }
}

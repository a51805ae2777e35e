package dev.adk4j.benchmarks.database;

import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.EventListener;
import org.jspecify.annotations.Nullable;

/** A benchmark whose turns fail measures nothing: it has to stop. */
final class FirstError implements EventListener<ErrorEvent> {

  private @Nullable AdkException error;

  @Override
  public void on(ErrorEvent event) {
    if (error == null) {
      error = event.error();
    }
  }

  void rethrow() {
    if (error != null) {
      throw error;
    }
  }
}

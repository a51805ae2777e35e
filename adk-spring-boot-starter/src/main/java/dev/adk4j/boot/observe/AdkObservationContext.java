package dev.adk4j.boot.observe;

import dev.adk4j.loop.Operation;
import io.micrometer.observation.Observation;

/**
 * The context of every observation of the starter, for handlers, filters and predicates to tell by.
 */
public final class AdkObservationContext extends Observation.Context {

  private final Operation operation;

  AdkObservationContext(Operation operation) {
    this.operation = operation;
  }

  /** What is observed. */
  public Operation operation() {
    return operation;
  }
}

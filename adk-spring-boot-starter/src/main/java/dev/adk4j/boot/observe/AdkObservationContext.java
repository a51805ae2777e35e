package dev.adk4j.boot.observe;

import dev.adk4j.loop.Operation;
import io.micrometer.observation.Observation;

/** Context of every observation of the starter. Handlers, filters and predicates can match it. */
final class AdkObservationContext extends Observation.Context {

  private final Operation operation;

  AdkObservationContext(Operation operation) {
    this.operation = operation;
  }

  /** Returns the observed operation. */
  public Operation operation() {
    return operation;
  }
}

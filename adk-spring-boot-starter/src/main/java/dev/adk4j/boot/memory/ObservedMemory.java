package dev.adk4j.boot.memory;

import dev.adk4j.memory.observe.MemoryObserver;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/** Observes each operation on the thread that does the work. */
final class ObservedMemory implements MemoryObserver {

  private final ObservationRegistry registry;
  private final MemoryDescriptions descriptions;

  ObservedMemory(ObservationRegistry registry, boolean includeContent) {
    this.registry = registry;
    this.descriptions = new MemoryDescriptions(registry, includeContent);
  }

  @Override
  public Observation begin(MemoryObserver.Operation operation) {
    var observation = descriptions.describe(operation).start();
    var scope = observation.openScope();
    return outcome -> {
      try {
        descriptions.conclude(observation, operation, outcome);
      } finally {
        scope.close();
        observation.stop();
      }
    };
  }

  @Override
  public @Nullable Object link() {
    return registry.getCurrentObservation();
  }
}

package dev.adk4j.boot.vector;

import dev.adk4j.vector.VectorBackend;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Observes a backend if Micrometer is present. */
final class VectorObservations {

  private static final boolean PRESENT =
      ClassUtils.isPresent(
          "io.micrometer.observation.ObservationRegistry",
          VectorObservations.class.getClassLoader());

  private VectorObservations() {}

  static VectorBackend around(VectorBackend backend, ListableBeanFactory beans) {
    return PRESENT ? Registry.around(backend, beans) : backend;
  }

  /** Loaded only if Micrometer is present. */
  private static final class Registry {

    static VectorBackend around(VectorBackend backend, ListableBeanFactory beans) {
      ObservationRegistry registry =
          beans
              .getBeanProvider(ObservationRegistry.class)
              .getIfUnique(() -> ObservationRegistry.NOOP);
      return registry.isNoop() ? backend : new ObservedVectorBackend(backend, registry);
    }
  }
}

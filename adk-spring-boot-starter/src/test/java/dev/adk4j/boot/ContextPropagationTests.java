package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.internal.turn.ContextPropagation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class ContextPropagationTests {

  private final ContextPropagation propagation = new ContextPropagation(List.of());

  @AfterEach
  void clear() {
    MDC.clear();
  }

  @Test
  void carriesTheLoggingContextToAnotherThreadAndTakesItBack() throws Exception {
    MDC.put("request", "r1");
    List<String> seen = new ArrayList<>();
    Runnable task = propagation.apply(() -> seen.add(MDC.get("request")));
    MDC.put("request", "r2");

    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  MDC.put("own", "kept");
                  task.run();
                  seen.add(MDC.get("request"));
                  seen.add(MDC.get("own"));
                });
    thread.join();

    assertThat(seen).containsExactly("r1", null, "kept");
  }

  @Test
  void carriesTheCurrentObservation() throws Exception {
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(context -> true);
    ObservationThreadLocalAccessor.getInstance().setObservationRegistry(registry);
    Observation observation = Observation.start("caller", registry);
    AtomicReference<Observation> seen = new AtomicReference<>();
    Runnable task;
    try (Observation.Scope scope = observation.openScope()) {
      task = propagation.apply(() -> seen.set(registry.getCurrentObservation()));
    }
    Thread.ofVirtual().start(task).join();

    assertThat(seen).hasValue(observation);
    observation.stop();
  }

  @Test
  void appliesTheApplicationsTaskDecorators() {
    List<String> seen = new ArrayList<>();
    ContextPropagation decorating =
        new ContextPropagation(
            List.of(
                task ->
                    () -> {
                      seen.add("decorated");
                      task.run();
                    }));
    decorating.apply(() -> seen.add("run")).run();

    assertThat(seen).containsExactly("decorated", "run");
  }
}

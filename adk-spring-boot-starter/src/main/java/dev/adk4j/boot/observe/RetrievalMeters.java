package dev.adk4j.boot.observe;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.vector.retrieval.RetrievalListener;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** Meters of the stages of retrievals. Tags are only names of enum constants. */
record RetrievalMeters(MeterRegistry registry) implements RetrievalListener {

  private static final String STAGE = "adk.retrieval.stage";

  @Override
  public void finished(Stage stage, Outcome outcome, int results, Duration time) {
    AdkMeter.RETRIEVAL_STAGE
        .timer("Stages of retrievals")
        .tag(STAGE, stage.wire())
        .tag("adk.retrieval.outcome", outcome.wire())
        .register(registry)
        .record(time);
    AdkMeter.RETRIEVAL_RESULTS
        .summary("Passages that a stage returned; for rewriting, questions")
        .tag(STAGE, stage.wire())
        .register(registry)
        .record(results);
  }
}

package dev.adk4j.boot.observe;

import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.boot.internal.observe.AdkObservation;
import dev.adk4j.boot.internal.observe.AdkObservation.Key;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.Operation;
import io.micrometer.common.KeyValue;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Times generations under the names of the semantic conventions. */
record GenerationMeters(MeterRegistry meters) implements ObservationHandler<Observation.Context> {

  /** As the conventions recommend: from 10 milliseconds to 82 seconds, doubling each time. */
  private static final Duration[] BUCKETS =
      IntStream.range(0, 14)
          .mapToObj(power -> Duration.ofMillis(10L << power))
          .toArray(Duration[]::new);

  @Override
  public boolean supportsContext(Observation.Context context) {
    return AdkObservation.GENERATION.getName().equals(context.getName());
  }

  @Override
  public void onStart(Observation.Context context) {
    context.put(GenerationMeters.class, System.nanoTime());
  }

  @Override
  public void onStop(Observation.Context context) {
    if (!(context.get(GenerationMeters.class) instanceof Long started)) {
      return;
    }
    Tags tags =
        Tags.of(
            "gen_ai.operation.name",
            "chat",
            "gen_ai.agent.name",
            agent(context.getParentObservation()),
            "error.type",
            error(context.getError()));
    for (KeyName key : new KeyName[] {Key.PROVIDER, Key.REQUEST_MODEL, Key.RESPONSE_MODEL}) {
      KeyValue value = context.getLowCardinalityKeyValue(key.asString());
      tags = tags.and(key.asString(), value == null ? "none" : value.getValue());
    }
    record(
        AdkMeter.CLIENT_DURATION,
        "Duration of a generation",
        Duration.ofNanos(System.nanoTime() - started),
        tags);
    KeyValue first = context.getHighCardinalityKeyValue(Key.FIRST_CHUNK.asString());
    if (first != null) {
      Duration waited = Duration.ofNanos((long) (Double.parseDouble(first.getValue()) * 1e9));
      record(AdkMeter.CLIENT_FIRST_CHUNK, "Time to the first chunk of a stream", waited, tags);
    }
  }

  private void record(AdkMeter meter, String description, Duration duration, Tags tags) {
    meter
        .timer(description)
        .tags(tags)
        .serviceLevelObjectives(BUCKETS)
        .register(meters)
        .record(duration);
  }

  private static String agent(@Nullable ObservationView observation) {
    for (ObservationView at = observation;
        at != null;
        at = at.getContextView().getParentObservation()) {
      if (at.getContextView() instanceof AdkObservationContext own
          && own.operation() instanceof Operation.Turn turn) {
        return turn.context().agent().orElse("none");
      }
    }
    return "none";
  }

  private static String error(@Nullable Throwable error) {
    if (error == null) {
      return "none";
    }
    return error instanceof AdkException known ? known.code() : error.getClass().getName();
  }
}

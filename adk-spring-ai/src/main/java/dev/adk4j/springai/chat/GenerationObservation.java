package dev.adk4j.springai.chat;

import dev.adk4j.event.GenerationStats;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;

/**
 * Observes one generation with its retries. Spring AI's observation of each model call is its
 * child. Contains neither prompt nor answer.
 */
record GenerationObservation(Observation observation, long started) {

  /** Key by which Spring AI's models look up their parent observation. */
  private static final String REACTOR_KEY = "micrometer.observation";

  static GenerationObservation start(
      ObservationRegistry registry, String provider, @Nullable String model) {
    Observation observation =
        Observation.createNotStarted("adk.llm.generation", registry)
            .contextualName("generate " + provider)
            .lowCardinalityKeyValue("gen_ai.provider.name", provider)
            .lowCardinalityKeyValue("gen_ai.request.model", model == null ? "none" : model);
    return new GenerationObservation(observation.start(), System.nanoTime());
  }

  /** Returns a Reactor context that makes the model's observation a child of this one. */
  Context context() {
    return observation.isNoop() ? Context.empty() : Context.of(REACTOR_KEY, observation);
  }

  /** Records the time from the first attempt to the first chunk of a stream. */
  void begun() {
    double seconds = (System.nanoTime() - started) / 1e9;
    observation.highCardinalityKeyValue(
        "gen_ai.response.time_to_first_chunk", String.format(Locale.ROOT, "%.6f", seconds));
  }

  void stop(CallResult result) {
    String streamed =
        result instanceof CallResult.Answered answered
            ? String.valueOf(answered.streamed())
            : "none";
    Throwable error = result instanceof CallResult.Failed failed ? failed.error() : null;
    stop(model(result), outcome(result), streamed, error);
  }

  void stop(Throwable thrown) {
    stop("none", "error", "none", thrown);
  }

  private void stop(String model, String outcome, String streamed, @Nullable Throwable error) {
    observation
        .lowCardinalityKeyValue("gen_ai.response.model", model)
        .lowCardinalityKeyValue("adk.llm.outcome", outcome)
        .lowCardinalityKeyValue("adk.llm.streamed", streamed);
    if (error != null) {
      observation.error(error);
    }
    observation.stop();
  }

  private static String model(CallResult result) {
    GenerationStats stats =
        result instanceof CallResult.Answered answered ? answered.answer().stats() : null;
    return stats == null || stats.model() == null ? "none" : stats.model();
  }

  private static String outcome(CallResult result) {
    return switch (result) {
      case CallResult.Aborted aborted -> "aborted";
      case CallResult.Failed failed -> "nack";
      case CallResult.Answered(ModelAnswer answer, boolean streamed) ->
          !answer.toolCalls().isEmpty() ? "tools" : answer.isEmpty() ? "empty" : "answer";
    };
  }
}

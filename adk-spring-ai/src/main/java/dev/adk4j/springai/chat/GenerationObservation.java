package dev.adk4j.springai.chat;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;

/**
 * Observes one generation with its retries. Spring AI's observation of each model call is its
 * child. Contains neither prompt nor answer.
 */
final class GenerationObservation {

  /** Key under which Spring AI's models look for their parent observation. */
  private static final String REACTOR_KEY = "micrometer.observation";

  private final Observation observation;

  private GenerationObservation(Observation observation) {
    this.observation = observation;
  }

  static GenerationObservation start(
      ObservationRegistry registry, String provider, @Nullable String model) {
    Observation observation =
        Observation.createNotStarted("adk.llm.generation", registry)
            .contextualName("generate " + provider)
            .lowCardinalityKeyValue("gen_ai.provider.name", provider)
            .lowCardinalityKeyValue("gen_ai.request.model", model == null ? "none" : model);
    return new GenerationObservation(observation.start());
  }

  /** Returns a Reactor context that makes the model's observation a child of this one. */
  Context context() {
    return observation.isNoop() ? Context.empty() : Context.of(REACTOR_KEY, observation);
  }

  void stop(CallResult result) {
    observation.lowCardinalityKeyValue("adk.llm.outcome", outcome(result));
    observation.lowCardinalityKeyValue(
        "adk.llm.streamed",
        result instanceof CallResult.Answered answered
            ? String.valueOf(answered.streamed())
            : "none");
    if (result instanceof CallResult.Failed failed) {
      observation.error(failed.error());
    }
    observation.stop();
  }

  void stop(Throwable thrown) {
    observation.lowCardinalityKeyValue("adk.llm.outcome", "error");
    observation.lowCardinalityKeyValue("adk.llm.streamed", "none");
    observation.error(thrown);
    observation.stop();
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

package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.internal.diagnosis.StartupFailureAnalyzer;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;

/** What tests of auto-configurations put in, and how they look at what came of it. */
public final class Starts {

  private Starts() {}

  /** Asserts that the start failed for the value of that property, with these reasons. */
  public static void refused(
      ApplicationContextAssertProvider<?> context, String property, String... reasons) {
    Throwable cause = context.getStartupFailure();
    assertThat(cause).isNotNull();
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    assertThat(cause)
        .isInstanceOfSatisfying(
            InvalidConfigurationPropertyValueException.class,
            e -> {
              assertThat(e.getName()).isEqualTo(property);
              assertThat(List.of(reasons)).allSatisfy(r -> assertThat(e.getReason()).contains(r));
            });
  }

  /** Returns what the report of the failed start says. */
  public static FailureAnalysis analyze(ApplicationContextAssertProvider<?> context) {
    FailureAnalysis analysis = new StartupFailureAnalyzer().analyze(context.getStartupFailure());
    assertThat(analysis).isNotNull();
    return analysis;
  }

  /** Returns how often the meter with these tags counted. */
  public static double count(MeterRegistry meters, String name, String... tags) {
    return value(meters, name, tags, Statistic.COUNT);
  }

  /** Returns what the meter with these tags counted in all. */
  public static double total(MeterRegistry meters, String name, String... tags) {
    return value(meters, name, tags, Statistic.TOTAL, Statistic.TOTAL_TIME);
  }

  private static double value(
      MeterRegistry meters, String name, String[] tags, Statistic first, Statistic... others) {
    Set<Statistic> wanted = EnumSet.of(first, others);
    return StreamSupport.stream(meters.get(name).tags(tags).meter().measure().spliterator(), false)
        .filter(measurement -> wanted.contains(measurement.getStatistic()))
        .mapToDouble(Measurement::getValue)
        .findFirst()
        .orElseThrow();
  }

  public static Tool tool(String name) {
    return tool(name, (args, ctx, meta) -> ToolOutput.text("done"));
  }

  /** A tool without arguments. */
  public static Tool tool(String name, Tool.Handler handler) {
    return Tool.builder(name)
        .description("A tool.")
        .inputSchema(ToolSchema.empty())
        .handler(handler)
        .build();
  }

  /** Something, cat, dog: enough to tell texts apart. */
  public static EmbeddingModel catsAndDogs() {
    return new Embeddings(
        text -> new float[] {0.1f, text.contains("cat") ? 1 : 0, text.contains("dog") ? 1 : 0});
  }

  /** A model of embeddings that is a function. */
  public record Embeddings(Function<String, float[]> vector) implements EmbeddingModel {

    @Override
    public EmbeddingResponse call(EmbeddingRequest request) {
      return new EmbeddingResponse(
          request.getInstructions().stream()
              .map(text -> new Embedding(vector.apply(text), 0))
              .toList());
    }

    @Override
    public float[] embed(Document document) {
      return vector.apply(String.valueOf(document.getText()));
    }
  }

  /** A client that is told nothing. */
  public static final StreamSink NOBODY =
      new StreamSink() {
        @Override
        public void send(StreamEvent event) {}

        @Override
        public void sendUnnumbered(String name, String data) {}

        @Override
        public void heartbeat() {}

        @Override
        public void complete() {}
      };
}

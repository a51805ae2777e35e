package dev.adk4j.prompt;

import static dev.adk4j.harness.Failures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.prompt.context.TrimmerOptions;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.value.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextUsageTests {

  private static final String ENCODING = "cl100k_base";

  @Test
  void countsEveryBucketAsRenderedEvenIfOmitted() throws Exception {
    Scene scene = Silo.ordinary();
    ContextUsage usage = scene.render().measure(ENCODING);
    scene.options(o -> o.bucketOrder(List.of()));
    assertThat(scene.render().measure(ENCODING)).isEqualTo(usage);

    assertThat(usage.perBucket().keySet())
        .containsExactly(
            "systemPrompt",
            "standingInstructions",
            "memories",
            "retrievables",
            "timeline",
            "tools");
    assertThat(usage.systemPrompt()).isEqualTo(count("Be brief."));
    assertThat(usage.standingInstructions())
        .isEqualTo(
            count(
                "<system_instructions kind=\"developer-rules\">\nNever lie.\n\nAnswer in English.\n"
                    + "</system_instructions>"));
    assertThat(usage.total())
        .isEqualTo(usage.perBucket().values().stream().mapToLong(Long::longValue).sum());
    assertThat(usage.tools()).isPositive();
    assertThat(usage.memories()).isPositive();
    assertThat(usage.retrievables()).isPositive();
  }

  @Test
  void aMessageIsCountedWithItsEnvelopeAndMediaByThreeBytes() throws Exception {
    Scene scene = new Scene();
    scene.messages.add(Scene.user("m", 1).build());
    long text = scene.render().measure(ENCODING).timeline();
    assertThat(text).isEqualTo(count(scene.only()));

    scene.messages.set(
        0,
        Scene.user("m", 1)
            .attachments(Scene.media(MediaKind.IMAGE, "image/png", "a.png").build())
            .build());
    assertThat(scene.render().measure(ENCODING).timeline())
        .isEqualTo(text + count("[media id: media-1 | a.png]") + 512);
  }

  @Test
  void aCallIsCountedWithItsRequest() throws Exception {
    Scene scene = new Scene();
    scene.calls.add(Scene.call("c", "search", 1).results(ToolResults.text("found")).build());
    PromptEntry.ToolExchange exchange =
        (PromptEntry.ToolExchange) scene.prompt().history().getFirst();
    assertThat(scene.render().measure(ENCODING).timeline())
        .isEqualTo(
            count("c") + count("search") + count(exchange.arguments()) + count(exchange.text()));
  }

  @Test
  void aTotalOfExactlyTheWindowPassesAndOneMoreIsRefused() {
    ContextUsage usage = new ContextUsage(ENCODING, 1, 2, 3, 4, 5, 6);
    assertThat(usage.total()).isEqualTo(21);
    usage.requireWithin(21);
    AdkException e = failure(AdkErrorCode.E_LLM_CONTEXT_OVERFLOW, () -> usage.requireWithin(20));
    assertThat(e.args().subList(0, 3)).containsExactly(21L, 20L, ENCODING);
    assertThat(JsonValue.parse((String) e.args().get(3)).node().path("timeline").intValue())
        .isEqualTo(5);
    assertThat(usage.payload(20)).containsEntry("total", 21L).containsEntry("limit", 20L);
  }

  /** The trimmer measures contents and adds this constant for envelopes. */
  @ParameterizedTest
  @ValueSource(strings = {"cl100k_base", "o200k_base", "claude"})
  void keepsEnvelopesWithinTheTrimmersAllowance(String encoding) throws Exception {
    Scene scene = new Scene();
    long before = scene.render().measure(encoding).total();
    List<Runnable> records =
        List.of(
            () -> scene.messages.add(Scene.user("m", 1).build()),
            () -> scene.messages.add(Scene.assistant("p", 2).identity("researcher").build()),
            () -> scene.thoughts.add(Scene.thought("t", 3).build()),
            () -> scene.calls.add(Scene.call("c", "search", 5).build()),
            () -> scene.memories.add(Scene.memory("y1").build()),
            () -> scene.memories.add(Scene.memory("y2").build()));
    for (Runnable record : records) {
      record.run();
      long after = scene.render().measure(encoding).total();
      assertThat(after - before)
          .as("record %d", records.indexOf(record))
          .isLessThanOrEqualTo(
              TrimmerOptions.STANDARD_ENVELOPE_TOKENS + count("a short content of some words"));
      before = after;
    }
  }

  private static long count(String text) {
    return TokenCounters.count(text, ENCODING);
  }
}

package dev.adk4j.prompt.context;

import static dev.adk4j.harness.Failures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.Engine;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.context.ContextTrimmer.Trace;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.turn.DispatchRunner;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContextTrimmerTests {

  /** Every character is a token. */
  private static TrimmerOptions.Builder options() {
    return TrimmerOptions.builder((text, encoding) -> text.length());
  }

  private final WorkingSet set = new WorkingSet(Tokenizable.of("0123456789"));

  static Message message(String id, int second, MessageRole role) {
    Instant at = Engine.NOW.plusSeconds(second);
    return Message.builder()
        .id(id)
        .role(role)
        .content("m".repeat(10))
        .createdAt(at)
        .updatedAt(at)
        .build();
  }

  private static Thought thought(String id, int second) {
    Instant at = Engine.NOW.plusSeconds(second);
    return Thought.builder().id(id).content("t".repeat(10)).createdAt(at).updatedAt(at).build();
  }

  /** Ten tokens: {@code {}}, a line break and seven characters. */
  private static ToolCall call(String id, int second) {
    Instant at = Engine.NOW.plusSeconds(second);
    return ToolCall.builder()
        .id(id)
        .tool("x")
        .args(JsonValue.of(Map.of()))
        .checksum(id)
        .isComplete(true)
        .isError(false)
        .results(ToolResults.text("r".repeat(7)))
        .createdAt(at)
        .updatedAt(at)
        .completedAt(at)
        .build();
  }

  private static Memory memory(String id, double importance) {
    return Memory.builder()
        .id(id)
        .content("y".repeat(10))
        .confidence(1)
        .importance(importance)
        .createdAt(Engine.NOW)
        .updatedAt(Engine.NOW)
        .build();
  }

  private static Retrievable.Builder retrievable(String id) {
    return Retrievable.builder()
        .id(id)
        .content("k".repeat(10))
        .trustTier(TrustTier.FIRST_PARTY)
        .createdAt(Engine.NOW)
        .updatedAt(Engine.NOW);
  }

  /** Ten tokens with its description. */
  private static Tool tool(String name) {
    return Tool.builder(name)
        .description("d".repeat(8 - name.length()))
        .inputSchema(ToolSchema.empty())
        .handler((args, ctx, meta) -> ToolOutput.text(""))
        .build();
  }

  private static Media image(String id) {
    return Media.builder()
        .id(id)
        .kind(MediaKind.IMAGE)
        .mimeType("image/png")
        .filename("a.png")
        .reader(MediaReader.of(new byte[30]))
        .trustTier(TrustTier.FIRST_PARTY)
        .modalityHazard(dev.adk4j.primitive.ModalityHazard.OPAQUE_PERCEPTUAL)
        .build();
  }

  /** A hundred and ninety more tokens, in an order that sorting has to change. */
  private void fill() {
    set.images.add(image("i1"));
    set.priorToolCalls.add(call("pc1", 1));
    set.toolCalls.addAll(List.of(call("c1", 2), call("c2", 3), call("c3", 4), call("c4", 5)));
    set.retrievables.addAll(
        List.of(retrievable("r-high").score(0.9).build(), retrievable("r-none").build()));
    set.memories.addAll(List.of(memory("y-high", 0.9), memory("y-low", 0.1)));
    set.messages.addAll(
        List.of(
            message(ContextSummarizer.SUMMARY_ID, 0, MessageRole.USER),
            message("__eph-1", 1, MessageRole.USER),
            message("__eph-2", 2, MessageRole.USER),
            message("m1", 3, MessageRole.USER),
            message("m2", 4, MessageRole.USER)));
    set.thoughts.addAll(List.of(thought("t1", 1), thought("t2", 2)));
    set.tools.addAll(List.of(tool("a"), tool("b")));
  }

  private Trace trimmed(long budget, Set<String> tools, TrimmerOptions.Builder options) {
    return Trimming.subtractToFit(set, budget, tools, options.build(), null);
  }

  private List<String> shed(long budget) {
    return trimmed(budget, Set.of("a", "b"), options().outputReserve(0L)).buckets().stream()
        .flatMap(bucket -> bucket.shedIds().stream())
        .toList();
  }

  @Test
  void reservesThirtyFivePercentRoundedUpOrTheStatedTokens() {
    Trace trace = trimmed(101, Set.of(), options());
    assertThat(trace.reserve()).isEqualTo(36);
    assertThat(trace.budget()).isEqualTo(65);
    assertThat(trimmed(101, Set.of(), options().outputReserve(7L)).budget()).isEqualTo(94);
    assertThat(trimmed(5, Set.of(), options().outputReserve(7L)).reserve()).isEqualTo(5);
  }

  @Test
  void requiresAnEstimator() {
    AdkException e =
        failure(
            LlmErrorCode.E_CONTEXT_RESOLVER_MISSING,
            () ->
                Trimming.subtractToFit(
                    set, 1, Set.of(), TrimmerOptions.builder(null).build(), null));
    assertThat(e.args()).containsExactly("subtractToFit", "estimateTokens");
  }

  @Test
  void removesStepByStepUntilThePromptFits() {
    fill();
    List<String> everything = shed(1);
    assertThat(everything)
        .containsExactly(
            "i1", "pc1", "c1", "r-none", "r-high", "y-low", "y-high", "__eph-1", "m1", "t1", "a",
            "b");
    for (int steps = 0; steps <= everything.size(); steps++) {
      WorkingSet fresh = new ContextTrimmerTests().filled();
      long total = 200;
      Trace trace =
          Trimming.subtractToFit(
              fresh,
              total - 10L * steps,
              Set.of("a", "b"),
              options().outputReserve(0L).build(),
              null);
      assertThat(trace.totalBefore()).isEqualTo(total);
      assertThat(trace.buckets().stream().flatMap(b -> b.shedIds().stream()).toList())
          .isEqualTo(everything.subList(0, steps));
      assertThat(trace.fits()).isTrue();
      assertThat(trace.totalAfter()).isEqualTo(total - 10L * steps);
    }
  }

  private WorkingSet filled() {
    fill();
    return set;
  }

  @Test
  void keepsProtectedRecordsAndReportsAnOverflow() {
    fill();
    Trace trace = trimmed(1, Set.of("a", "b"), options().outputReserve(0L));
    assertThat(trace.fits()).isFalse();
    assertThat(set.messages)
        .extracting(Message::id)
        .containsExactly(ContextSummarizer.SUMMARY_ID, "__eph-2", "m2");
    assertThat(set.toolCalls).extracting(ToolCall::id).containsExactly("c2", "c3", "c4");
    assertThat(set.thoughts).extracting(Thought::id).containsExactly("t2");
    assertThat(set.tools).isEmpty();
    assertThat(set.hiddenTools).extracting(Tool::name).containsExactly("a", "b");
    assertThat(trace.totalAfter()).isEqualTo(10 + 30 + 30 + 10);
  }

  @Test
  void removesPriorThoughtsAndIrrelevantToolsEvenWithRoomToSpare() {
    set.priorThoughts.addAll(List.of(thought("old", 1), thought("kept", 2)));
    set.tools.addAll(List.of(tool("a"), tool("b")));
    Trace trace = trimmed(100_000, Set.of("b"), options().keepThoughtIds(Set.of("kept")));
    assertThat(set.priorThoughts).extracting(Thought::id).containsExactly("kept");
    assertThat(set.hiddenTools).extracting(Tool::name).containsExactly("a");
    assertThat(trace.bucket("prior-turn-thoughts").orElseThrow().shedIds()).containsExactly("old");

    set.priorThoughts.add(thought("other", 3));
    trimmed(100_000, Set.of("b"), options().stripPriorTurnThoughts(false));
    assertThat(set.priorThoughts).hasSize(2);
  }

  @Test
  void removesRetrievablesOfUnknownSizeUnmeasured() {
    set.retrievables.add(
        retrievable("r").content(new SpooledArtifact(SpoolReader.of("never read"))).build());
    Trace trace = trimmed(100_000, Set.of(), options());
    assertThat(set.retrievables).isEmpty();
    assertThat(trace.bucket("retrievables-size-unknown").orElseThrow().shedIds())
        .containsExactly("r");
    assertThat(trace.totalBefore()).isEqualTo(10);
  }

  @Test
  void removesProtectedThoughtsNeverAndProtectedToolsLast() {
    set.thoughts.addAll(List.of(thought("t1", 1), thought("t2", 2), thought("t3", 3)));
    set.tools.addAll(List.of(tool("a"), tool("b"), tool("c")));
    Trace trace =
        trimmed(
            1,
            Set.of("a", "b", "c"),
            options()
                .protectThoughtIds(Set.of("t1"))
                .protectedToolNames(Set.of("a"))
                .shedRank(tool -> tool.name().equals("c") ? 0 : 1));
    assertThat(set.thoughts).extracting(Thought::id).containsExactly("t1", "t3");
    assertThat(trace.bucket("tools").orElseThrow().shedIds()).containsExactly("c", "b", "a");
  }

  @Test
  void middlewareTrimsTheDispatchOnly() throws Exception {
    List<Trace> traces = new ArrayList<>();
    List<String> proceeded = new ArrayList<>();
    Message pictures =
        message("m1", 1, MessageRole.USER).toBuilder()
            .content((String) null)
            .attachments(image("i"))
            .build();
    DispatchContext ctx =
        DispatchRunner.contextOf(
            Engine.standalone()
                .systemPrompt("0123456789")
                .messages(
                    List.of(
                        pictures,
                        message("m2", 2, MessageRole.ASSISTANT),
                        message("m3", 3, MessageRole.USER)))
                .thoughts(List.of(thought("old", 1), thought("new", 4)))
                .toolCalls(List.of(call("old", 1), call("new", 4)))
                .tools(List.of(tool("a"), tool("b")))
                .build());
    new ContextTrimmer(
            70,
            options().outputReserve(0L).build(),
            any -> Set.of("a"),
            (any, trace) -> traces.add(trace))
        .handle(ctx, () -> proceeded.add("next"));

    assertThat(proceeded).containsExactly("next");
    assertThat(traces).hasSize(1);
    assertThat(ctx.turnThoughts()).extracting(Thought::id).containsExactly("new");
    assertThat(ctx.tools().visible()).extracting(Tool::name).containsExactly("a");
    assertThat(ctx.turnToolCalls()).extracting(ToolCall::id).containsExactly("old", "new");
    assertThat(ctx.turnMessages()).extracting(Message::id).containsExactly("m1", "m2", "m3");
    Message without = ctx.turnMessages().findById("m1").orElseThrow();
    assertThat(without.attachments()).isEmpty();
    assertThat(without.content().orElseThrow().value()).contains("image was left out");
  }

  @Test
  void countsEnvelopesExceptForTheAgentsOwnMessages() {
    set.messages.add(message("u", 1, MessageRole.USER));
    set.messages.add(message("a", 2, MessageRole.ASSISTANT));
    set.messages.add(message("p", 3, MessageRole.ASSISTANT).toBuilder().identity("peer").build());
    set.thoughts.add(thought("t", 4));
    set.memories.add(memory("y", 1));
    set.toolCalls.add(call("c", 5));
    long plain = trimmed(10_000, Set.of(), options()).totalAfter();
    long wrapped = trimmed(10_000, Set.of(), options().envelopeTokens(90)).totalAfter();
    assertThat(wrapped - plain).isEqualTo(5 * 90);
  }
}

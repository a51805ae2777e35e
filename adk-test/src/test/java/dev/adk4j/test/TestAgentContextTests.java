package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestAgentContextTests {

  private final InMemoryStorageAdapter storage = new InMemoryStorageAdapter();
  private final TestAgentContext ctx =
      TestAgentContext.builder()
          .scope(Scope.of("t", "s", "c"))
          .storage(storage)
          .systemPrompt("Be brief.")
          .input(Samples.userMessage("in", "Hi"))
          .clock(MutableClock.create())
          .gates(request -> request.reason().equals("approval") ? "yes" : 1)
          .build();

  @Test
  void storesAndFetchesThroughTheStorage() throws Exception {
    ctx.storeMessage(Samples.userMessage("m", "text"));
    ctx.storeMemory(Samples.memory("y", "text"));
    ctx.storeThought(Samples.thought("t", "text"));
    ctx.storeRetrievable(Samples.retrievable("r", "text"));
    ctx.storeStandingInstruction(Tokenizable.of("i"));
    assertThat(ctx.fetchMessages()).hasSize(1);
    assertThat(ctx.fetchMemories()).hasSize(1);
    assertThat(ctx.fetchThoughts()).hasSize(1);
    assertThat(ctx.fetchRetrievables()).hasSize(1);
    assertThat(ctx.refreshStandingInstructions()).hasSize(1);
    assertThat(ctx.fetchTools()).isEmpty();
    assertThat(ctx.turnMessages()).as("a turn's context leaves its sets alone").isEmpty();
    ctx.mutateMessage(Samples.userMessage("m", "changed"));
    assertThat(storage.fetchMessages(ctx).getFirst().content().orElseThrow().value())
        .isEqualTo("changed");
    ctx.deleteMessage("m");
    ctx.deleteMemory("y");
    ctx.deleteThought("t");
    ctx.deleteRetrievable("r");
    ctx.deleteStandingInstruction(Tokenizable.of("i"));
    assertThat(ctx.fetchMessages()).isEmpty();
    assertThat(ctx.refreshStandingInstructions()).isEmpty();
  }

  @Test
  void replacesAGroupInStorageAndSet() throws Exception {
    ToolCall before = Samples.toolCall("a", "tool", Map.of(), "text");
    ToolCall after = Samples.toolCall("b", "tool", Map.of(), "text");
    ctx.storeToolCall(before);
    ctx.turnToolCalls().add(before);
    ctx.replaceToolCallGroup(List.of("a"), List.of(after));
    assertThat(ctx.turnToolCalls()).containsExactly(after);
    assertThat(ctx.fetchToolCalls()).extracting(ToolCall::id).containsExactly("b");
  }

  @Test
  void recordsEmittedValues() {
    TurnStreamableContent step =
        TurnStreamableContent.of("m", "Hi", "Hi", true, Samples.TIME, Samples.TIME);
    ctx.emitMessage(step);
    ctx.emitThought(step);
    assertThat(ctx.emitted()).containsExactly(step, step);
  }

  @Test
  void answersGates() throws Exception {
    assertThat(ctx.waitFor(GateRequest.of("g", "approval", null))).isEqualTo("yes");
    assertThat(
            ctx.waitFor(
                GateRequest.of("g", "other", null).schema(GateSchema.instanceOf(Integer.class))))
        .isEqualTo(1);
    AdkAssertions.assertThrown(
            () -> AgentContexts.forScope(Scope.DEFAULT).waitFor(GateRequest.of("g", "r", null)))
        .hasCode(AdkErrorCode.E_LLM_EXECUTION_GATE_NOT_SUPPORTED)
        .hasMessageContaining("gates(");
  }

  @Test
  void isAborted() {
    assertThat(ctx.aborted()).isFalse();
    ctx.abort("enough");
    ctx.abort();
    assertThat(ctx.aborted()).isTrue();
    assertThat(ctx.abortSignal().reason()).isEqualTo("enough");
  }

  @Test
  void hasTheBuildersValues() throws Exception {
    assertThat(ctx.systemPrompt().value()).isEqualTo("Be brief.");
    assertThat(ctx.input()).hasSize(1);
    assertThat(ctx.turnId()).isEqualTo(ctx.id());
    assertThat(ctx.clock().instant()).isEqualTo(Samples.TIME);
    assertThat(ctx.storeRetrievableBytes("a", ByteSource.of("text")).readAll()).isEqualTo("text");
    assertThat(ctx.storeMediaBytes("a", ByteSource.of("text")).open().readAllBytes()).hasSize(4);
    assertThat(ctx.spoolStore().write("a", ByteSource.of("x")).lineCount()).isEqualTo(1);
  }
}

package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.memory;
import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.retrievable;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.text;
import static dev.adk4j.harness.Engine.tool;
import static dev.adk4j.harness.Engine.toolCall;
import static dev.adk4j.harness.Engine.turning;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.AbortController;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.harness.Engine;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.DeleteRetrievableCallback;
import dev.adk4j.storage.DeleteStandingInstructionCallback;
import dev.adk4j.storage.FetchMessagesCallback;
import dev.adk4j.storage.MutateMemoryCallback;
import dev.adk4j.storage.RefreshStandingInstructionsCallback;
import dev.adk4j.storage.StoreMemoryCallback;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.token.Tokenizable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TurnContextTests {

  private interface Look {
    void at(TurnContext ctx) throws Exception;
  }

  private static Tape look(TurnRunner.Builder builder, RawTurnContext raw, Look look) {
    TurnRunner runner = builder.turnInputPipeline(List.of(turning(ctx -> look.at(ctx)))).build();
    Tape tape = Tape.of(runner);
    runner.run(raw);
    return tape.rethrowAssertions();
  }

  @Test
  void startsWithTheRawContextAndEmptySets() {
    AbortController controller = new AbortController();
    Tokenizable prompt = text("prompt");
    Tokenizable rule = text("rule 1");
    RawTurnContext raw =
        RawTurnContext.builder()
            .systemPrompt(prompt)
            .standingInstructions(List.of(rule))
            .standingInstructions("rule 2")
            .stash(Map.of("user", Map.of("name", "Ada")))
            .turnAbortController(controller)
            .input(message("in"))
            .build();
    look(
        runner()
            .addTool(tool("a", (x, c, m) -> ToolOutput.text("")))
            .addTool(tool("b", (x, c, m) -> ToolOutput.text(""))),
        raw,
        ctx -> {
          assertThat(ctx.id())
              .isEqualTo(ctx.turnId())
              .matches("[0-9a-f]{8}-[0-9a-f]{4}-6[0-9a-f]{3}-.*");
          assertThat(ctx.systemPrompt()).isSameAs(prompt);
          assertThat(ctx.standingInstructions())
              .extracting(Tokenizable::value)
              .containsExactly("rule 1", "rule 2");
          assertThat(ctx.standingInstructions().iterator().next()).isSameAs(rule);
          assertThat(ctx.stash().get("user.name")).isEqualTo("Ada");
          assertThat(ctx.turnMessages()).isEmpty();
          assertThat(ctx.turnMemories()).isEmpty();
          assertThat(ctx.turnRetrievables()).isEmpty();
          assertThat(ctx.turnThoughts()).isEmpty();
          assertThat(ctx.turnToolCalls()).isEmpty();
          assertThat(ctx.tools().all()).extracting("name").containsExactly("a", "b");
          assertThat(ctx.input()).hasSize(1);
          assertThat(ctx.abortSignal()).isSameAs(controller.signal());
          assertThat(ctx.spoolStore()).isSameAs(ctx.spoolStore());
          ctx.abort("mine");
          assertThat(controller.signal().reason()).isEqualTo("mine");
          assertThat(ctx.aborted()).isTrue();
        });
  }

  @Test
  void turnWritesGoToTheCallbackAtOnceAndLeaveTheSetsAlone() {
    List<String> log = new ArrayList<>();
    AtomicReference<AgentContext> given = new AtomicReference<>();
    look(
        runner()
            .callback(
                StoreMessageCallback.class,
                (ctx, m) -> {
                  given.set(ctx);
                  log.add("store " + m.id());
                })
            .callback(MutateMemoryCallback.class, (ctx, m) -> log.add("mutate " + m.id()))
            .callback(DeleteRetrievableCallback.class, (ctx, id) -> log.add("delete " + id))
            .callback(
                DeleteStandingInstructionCallback.class,
                (ctx, t) -> log.add("delete " + t.value())),
        raw(),
        ctx -> {
          ctx.storeMessage(message("m"));
          log.add("returned");
          ctx.mutateMemory(memory("mem"));
          ctx.deleteRetrievable("r");
          ctx.deleteStandingInstruction(text("rule"));
          assertThat(ctx.turnMessages()).isEmpty();
          assertThat(given.get()).isSameAs(ctx);
        });
    assertThat(log).containsExactly("store m", "returned", "mutate mem", "delete r", "delete rule");
  }

  @Test
  void appendStoresAndAddsToTheSet() {
    List<String> stored = new ArrayList<>();
    look(
        runner()
            .callback(StoreMessageCallback.class, (ctx, m) -> stored.add(m.id()))
            .callback(StoreMemoryCallback.class, (ctx, m) -> raise(new IOException("full"))),
        raw(),
        ctx -> {
          ctx.append(message("m"));
          assertThat(ctx.turnMessages()).extracting(Message::id).containsExactly("m");
          assertThatThrownBy(() -> ctx.append(memory("mem"))).isInstanceOf(IOException.class);
          assertThat(ctx.turnMemories()).isEmpty();
        });
    assertThat(stored).containsExactly("m");
  }

  @Test
  void aCallbacksExceptionReachesTheCallerUnchanged() {
    IOException full = new IOException("full");
    look(
        runner()
            .callback(StoreMessageCallback.class, (ctx, m) -> raise(full))
            .callback(FetchMessagesCallback.class, ctx -> null),
        raw(),
        ctx -> {
          assertThatThrownBy(() -> ctx.storeMessage(message("m"))).isSameAs(full);
          assertThatThrownBy(ctx::fetchMessages)
              .isInstanceOf(NullPointerException.class)
              .hasMessageContaining("fetchMessagesCallback returned null");
          assertThatThrownBy(() -> ctx.storeMessage(null)).hasMessageContaining("storeMessage");
        });
  }

  @Test
  void everyEventThatIsNullIsRefused() {
    look(
        runner(),
        raw(),
        ctx -> {
          List<Runnable> emits =
              List.of(
                  () -> ctx.emitMessage(null),
                  () -> ctx.emitThought(null),
                  () -> ctx.emitToolCall(null),
                  () -> ctx.emitToolExecutionStart(null),
                  () -> ctx.emitToolExecutionEnd(null),
                  () -> ctx.emitGuardDecision(null));
          List<String> refused = new ArrayList<>();
          for (Runnable emit : emits) {
            assertThatThrownBy(emit::run)
                .isInstanceOf(NullPointerException.class)
                .satisfies(e -> refused.add(e.getMessage()));
          }
          assertThat(refused)
              .containsExactly(
                  TurnEvent.MESSAGE.name(),
                  TurnEvent.THOUGHT.name(),
                  TurnEvent.TOOL_CALL.name(),
                  TurnEvent.TOOL_EXECUTION_START.name(),
                  TurnEvent.TOOL_EXECUTION_END.name(),
                  TurnEvent.GUARD_DECISION.name());
        });
  }

  @Test
  void fetchesAreNotAddedToTheSetsAndBytesGiveReaders() {
    look(
        runner()
            .callback(FetchMessagesCallback.class, ctx -> List.of(message("m")))
            .callback(RefreshStandingInstructionsCallback.class, ctx -> List.of(text("r"))),
        raw(),
        ctx -> {
          assertThat(ctx.fetchMessages()).hasSize(1);
          assertThat(ctx.refreshStandingInstructions()).hasSize(1);
          assertThat(ctx.fetchMemories()).isEmpty();
          assertThat(ctx.fetchThoughts()).isEmpty();
          assertThat(ctx.fetchToolCalls()).isEmpty();
          assertThat(ctx.fetchTools()).isEmpty();
          assertThat(ctx.fetchRetrievables()).isEmpty();
          assertThat(ctx.turnMessages()).isEmpty();
          assertThat(ctx.storeRetrievableBytes("r", ByteSource.of("text")).readAll())
              .isEqualTo("text");
          assertThat(ctx.storeMediaBytes("m", ByteSource.of("x")).open().readAllBytes()).hasSize(1);
        });
  }

  @Test
  void anIdMayNotBelongToAToolCallAndARetrievable() {
    look(
        runner(),
        raw(),
        ctx -> {
          ctx.turnToolCalls().add(toolCall("x"));
          assertThatThrownBy(() -> ctx.storeRetrievable(retrievable("x")))
              .isInstanceOfSatisfying(
                  AdkException.class,
                  e -> {
                    assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_ARTIFACT_ID_COLLISION);
                    assertThat(e.args()).containsExactly("x");
                  });
          ctx.storeRetrievable(retrievable("y"));
          ctx.storeToolCall(toolCall("y"));
        });
  }

  @Test
  void eventsOfMiddlewareGetTheTurnsId() {
    Tape tape =
        look(
            runner(),
            raw(),
            ctx -> {
              ctx.emitMessage(
                  TurnStreamableContent.of("m", "Hi", "Hi", true, Engine.NOW, Engine.NOW));
              ctx.emitThought(
                  TurnStreamableContent.of("t", "Hm", "Hm", true, Engine.NOW, Engine.NOW));
            });
    assertThat(tape.lines())
        .containsSubsequence("message(m, 'Hi', complete)", "thought(t, 'Hm', complete)");
    assertThat(tape.turnIds()).hasSize(1);
  }

  @Test
  void twoTurnsAtTheSameTimeShareNothing() throws Exception {
    java.util.concurrent.CyclicBarrier both = new java.util.concurrent.CyclicBarrier(2);
    List<String> seen = new java.util.concurrent.CopyOnWriteArrayList<>();
    TurnRunner runner =
        runner()
            .addTool(tool("t", (x, c, m) -> ToolOutput.text("")))
            .turnInputPipeline(
                List.of(
                    turning(
                        ctx -> {
                          ctx.turnMessages().add(message(ctx.id()));
                          ctx.stash().set("k", ctx.id());
                          ctx.tools().unregister("t");
                          both.await();
                          seen.add(
                              ctx.turnMessages().size()
                                  + " "
                                  + ctx.id().equals(ctx.stash().get("k")));
                        })))
            .build();
    TurnHandle first = runner.start(raw());
    TurnHandle second = runner.start(raw());
    first.join();
    second.join();
    assertThat(seen).containsExactly("1 true", "1 true");
    assertThat(runner.describe().tools()).containsExactly("t");
  }

  @Test
  void buildCopiesTheStash() {
    java.util.List<Object> inner = new java.util.ArrayList<>(java.util.List.of(1));
    java.util.Map<String, Object> given = new java.util.HashMap<>(java.util.Map.of("k", inner));
    RawTurnContext raw = RawTurnContext.builder().systemPrompt("").stash(given).build();
    inner.add(2);
    given.put("later", 1);
    java.util.List<Object> seen = new java.util.ArrayList<>();
    TurnRunner runner =
        dev.adk4j.harness.Engine.running(
            (ctx, helpers) -> {
              seen.add(ctx.stash().all());
              ctx.stash().set("k", "dispatch");
              ctx.ack();
            });
    runner.turn(raw).inspect(ctx -> seen.add(ctx.stash().all())).run();
    runner.run(raw);
    assertThat(seen).hasSize(3).allMatch(java.util.Map.of("k", java.util.List.of(1))::equals);
    assertThat(raw.stash()).isEqualTo(java.util.Map.of("k", java.util.List.of(1)));
  }
}

package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.acking;
import static dev.adk4j.harness.Engine.memory;
import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.standalone;
import static dev.adk4j.harness.Engine.text;
import static dev.adk4j.harness.Engine.tool;
import static dev.adk4j.harness.Engine.toolCall;
import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.abort.AbortController;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.harness.Hearing;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnGates;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class StandaloneDispatchTests {

  private final Tape tape = new Tape();

  @Test
  void anAcknowledgedDispatchReturnsAndTellsItsObservers() throws Exception {
    dispatch(
        standalone().build(),
        (ctx, helpers) -> {
          helpers.log().info("step", "begin");
          helpers.reportMessage("m", "Hi");
          helpers.reportGenerationStats(GenerationStats.tokens("fake", 1, 2));
          if (ctx.iteration() == 1) {
            ctx.ack();
          }
        });

    assertThat(tape.lines())
        .containsExactly(
            "dispatchStart",
            "iterationStart(0)",
            "log(step)",
            "message(m, 'Hi')",
            "generationStats",
            "iterationEnd(0)",
            "iterationStart(1)",
            "log(step)",
            "message(m, 'Hi')",
            "generationStats",
            "dispatchEnd(ack, iterations 1)");
    assertThat(tape.turnIds()).hasSize(1);
  }

  @Test
  void aFailureIsToldBeforeTheEndAndThrown() {
    IOException away = new IOException("  away ");
    Throwable thrown =
        catchThrowable(() -> dispatch(standalone().build(), (ctx, helpers) -> raise(away)));

    assertThat(tape.lines())
        .containsExactly(
            "dispatchStart",
            "iterationStart(0)",
            "error(E_LLM_EXECUTION_EXECUTOR_ERROR)",
            "dispatchEnd(nack, iterations 0)");
    assertThat(thrown).hasMessage("The executor failed: away").hasCause(away);
    assertThat(tape.event(DispatchEnd.class).error()).isSameAs(thrown);
  }

  @Test
  void nackThrowsTheVeryErrorAndTellsObserversAWrappedOne() {
    Exception checked = new Exception("not this");
    Throwable thrown =
        catchThrowable(() -> dispatch(standalone().build(), (ctx, helpers) -> ctx.nack(checked)));

    assertThat(thrown).isSameAs(checked);
    assertThat(tape.event(DispatchEnd.class).error()).isSameAs(checked);
    assertThat(tape.lines()).contains("error(E_LLM_EXECUTION_EXECUTOR_ERROR)");

    assertThatThrownBy(() -> dispatch(standalone().build(), (ctx, helpers) -> ctx.nack()))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("no error was given");
  }

  @Test
  void aThrowAfterASignalWins() {
    assertThatThrownBy(() -> dispatch(standalone().build(), acking(ctx -> ctx.ack())))
        .hasCauseInstanceOf(AdkException.class)
        .cause()
        .matches(e -> AdkException.is(e, AdkErrorCode.E_LLM_EXECUTION_ALREADY_SIGNALLED));
    assertThat(tape.lines()).endsWith("dispatchEnd(nack, iterations 0)");
  }

  @Test
  void abortedBeforeTheFirstIterationItRunsNone() throws Exception {
    AbortController controller = new AbortController();
    controller.abort();
    dispatch(standalone().turnAbortController(controller).build(), (ctx, helpers) -> ctx.ack());

    assertThat(tape.lines()).containsExactly("dispatchStart", "dispatchEnd(aborted, iterations 0)");
  }

  @Test
  void abortExceptionEndsItAsAbortedWithoutAnAbort() throws Exception {
    dispatch(
        standalone().build(),
        (ctx, helpers) -> {
          ctx.storeMessage(message("lost"));
          throw new dev.adk4j.abort.AbortException("mine");
        });

    assertThat(tape.lines())
        .containsExactly(
            "dispatchStart", "iterationStart(0)", "dispatchEnd(aborted, iterations 0)");
  }

  @Test
  void abortAfterAnAckDropsTheWrites() throws Exception {
    List<String> stored = new ArrayList<>();
    dispatch(
        standalone()
            .callback(StoreMessageCallback.class, (ctx, message) -> stored.add(message.id()))
            .build(),
        (ctx, helpers) -> {
          ctx.storeMessage(message("m"));
          ctx.ack();
          ctx.abort();
        });

    assertThat(tape.lines()).endsWith("dispatchEnd(ack, iterations 0)");
    assertThat(stored).isEmpty();
  }

  @Test
  void preloadedRecordsStashAndScopeAreThere() throws Exception {
    AtomicReference<DispatchContext> seen = new AtomicReference<>();
    Map<String, Object> stash = new java.util.HashMap<>(Map.of("a", new ArrayList<>(List.of(1))));
    RawDispatchContext raw =
        standalone()
            .messages(List.of(message("m")))
            .memories(List.of(memory("mem")))
            .toolCalls(List.of(toolCall("c")))
            .standingInstructions("Be kind.")
            .tools(List.of(tool("t", (args, ctx, meta) -> ToolOutput.text("x"))))
            .scope(Scope.conversation("c1"))
            .stash(stash)
            .build();
    dispatch(raw, acking(ctx -> seen.set(ctx)));

    DispatchContext ctx = seen.get();
    assertThat(ctx.turnMessages()).extracting(Message::id).containsExactly("m");
    assertThat(ctx.turnMemories()).hasSize(1);
    assertThat(ctx.toolCallCount(toolCall("c").checksum())).isEqualTo(1);
    assertThat(ctx.standingInstructions()).hasSize(1);
    assertThat(ctx.tools().has("t")).isTrue();
    assertThat(ctx.scope()).isEqualTo(Scope.conversation("c1"));
    assertThat(ctx.turnId()).isEqualTo(ctx.id());
    assertThat(ctx.dispatchId()).isNotEmpty().isNotEqualTo(ctx.id());
    assertThat(ctx.stash().get("a")).isEqualTo(List.of(1));
  }

  @Test
  void callbacksAreGivenTheDispatchContext() throws Exception {
    AtomicReference<AgentContext> given = new AtomicReference<>();
    AtomicReference<AgentContext> own = new AtomicReference<>();
    dispatch(
        standalone().callback(StoreMessageCallback.class, (ctx, message) -> given.set(ctx)).build(),
        (ctx, helpers) -> {
          own.set(ctx);
          ctx.storeMessage(message("m"));
          ctx.ack();
        });

    assertThat(given.get()).isSameAs(own.get());
  }

  @Test
  void hooksHearEachWriteOnceItIsPersisted() throws Exception {
    List<String> heard = new ArrayList<>();
    RawDispatchContext.Builder raw =
        standalone()
            .callback(
                StoreMessageCallback.class, (ctx, message) -> heard.add("callback " + message.id()))
            .hook(MutationHook.STORED_MESSAGE, m -> heard.add("stored " + m.id()))
            .hook(MutationHook.MUTATED_MESSAGE, m -> heard.add("mutated " + m.id()))
            .hook(MutationHook.DELETED_MESSAGE, id -> heard.add("deleted " + id))
            .hook(
                MutationHook.STORED_STANDING_INSTRUCTION,
                t -> heard.add("instruction " + t.value()))
            .hook(MutationHook.DELETED_STANDING_INSTRUCTION, t -> heard.add("no " + t.value()))
            .hook(TurnEvent.MESSAGE, m -> heard.add("message " + m.id()));
    dispatch(
        raw.build(),
        (ctx, helpers) -> {
          helpers.reportMessage("s", "x");
          ctx.storeMessage(message("a"));
          ctx.mutateMessage(message("a"));
          ctx.deleteMessage("a");
          ctx.deleteMessage("never there");
          ctx.storeStandingInstruction(text("Be kind."));
          ctx.deleteStandingInstruction(text("Be kind."));
          heard.add("executor done");
          ctx.ack();
        });

    assertThat(heard)
        .containsExactly(
            "message s",
            "executor done",
            "callback a",
            "stored a",
            "mutated a",
            "deleted a",
            "deleted never there",
            "instruction Be kind.",
            "no Be kind.");
  }

  @Test
  void allEighteenMutationHooksExist() {
    List<EventKey<?>> keys =
        java.util.Arrays.stream(CallbackKey.values())
            .filter(k -> k.operation().matches("(store|mutate|delete).*(?<!Bytes)"))
            .<EventKey<?>>map(MutationHook::of)
            .toList();
    assertThat(keys).hasSize(18).doesNotHaveDuplicates().allMatch(MutationHook::isOne);
    assertThat(keys)
        .extracting(EventKey::name)
        .contains("storedToolCall", "mutatedMemory", "deletedRetrievable");
  }

  @Test
  void aHookRegisteredTwiceIsCalledOnceAndAFailingOneStopsNobody() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    EventListener<Object> counting = e -> calls.incrementAndGet();
    DispatchRunner.dispatch(
        DispatchRequest.standalone(standalone().build())
            .executor(
                (ctx, helpers) -> {
                  helpers.reportMessage("m", "x");
                  ctx.ack();
                })
            .hook(TurnEvent.MESSAGE, m -> raise(new AssertionError("hook")))
            .hook(TurnEvent.MESSAGE, counting)
            .hook(TurnEvent.MESSAGE, counting)
            .observe(TurnEvent.DISPATCH_START, counting)
            .build());

    assertThat(calls).hasValue(2);
  }

  @Test
  void toolExecutionsReachHooksAndObservers() throws Exception {
    List<String> hooks = new ArrayList<>();
    RawDispatchContext raw =
        standalone()
            .tools(List.of(tool("t", (args, ctx, meta) -> ToolOutput.text("x"))))
            .hook(TurnEvent.TOOL_EXECUTION_START, e -> hooks.add("start " + e.toolName()))
            .hook(TurnEvent.TOOL_EXECUTION_END, e -> hooks.add("end " + e.isError()))
            .build();
    dispatch(
        raw,
        (ctx, helpers) -> {
          ctx.tools()
              .get("t")
              .orElseThrow()
              .executor(ctx)
              .execute(JsonNodeFactory.instance.objectNode());
          ctx.ack();
        });

    assertThat(hooks).containsExactly("start t", "end false");
    assertThat(tape.lines()).contains("toolExecutionStart(t)", "toolExecutionEnd(t)");
  }

  @Test
  void gatesNeedAFunctionAndAKeeperIsOne() throws Exception {
    assertThatThrownBy(
            () ->
                dispatch(
                    standalone().build(),
                    (ctx, helpers) -> ctx.waitFor(GateRequest.of("g", "r", null))))
        .cause()
        .matches(e -> AdkException.is(e, AdkErrorCode.E_LLM_EXECUTION_GATE_NOT_SUPPORTED));

    TurnGates gates =
        new TurnGates(
            "mine",
            new AbortController().signal(),
            InstantSource.system(),
            new Hearing(gate -> gate.resolve("granted"), result -> {}),
            Scope.DEFAULT,
            GateService.of(TurnStore.inMemory()));
    AtomicReference<Object> answer = new AtomicReference<>();
    dispatch(
        standalone().waitFor(gates::waitFor).build(),
        acking(ctx -> answer.set(ctx.waitFor(GateRequest.of("g", "r", null)))));
    assertThat(answer.get()).isEqualTo("granted");
  }

  @Test
  void anInvalidRawContextNamesEverything() {
    assertThatThrownBy(() -> RawDispatchContext.builder().build())
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_INVALID_LLM_EXECUTION_CONTEXT);
              assertThat(e.status()).isEqualTo(529);
              assertThat(((ValidationException) e.getCause()).violations())
                  .hasSize(28)
                  .extracting("path")
                  .contains("$.systemPrompt", "$.fetchTools", "$.storeRetrievableBytes");
            });
    assertFails(
        AdkErrorCode.E_INVALID_LLM_EXECUTION_CONTEXT,
        () ->
            standalone()
                .tools(
                    List.of(
                        tool("t", (a, c, m) -> ToolOutput.text("")),
                        tool("t", (a, c, m) -> ToolOutput.text(""))))
                .build());
    assertThatThrownBy(() -> standalone().hook(TurnEvent.TURN_START, e -> {}).build())
        .hasMessageContaining("$.hooks");
  }

  @Test
  void aBadRequestIsRefusedBeforeAnyEvent() {
    for (org.assertj.core.api.ThrowableAssert.ThrowingCallable bad :
        List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
            () -> DispatchRunner.dispatch(null),
            () -> DispatchRequest.derived(null).executor((c, h) -> {}).build(),
            () -> DispatchRequest.standalone(null).executor((c, h) -> {}).build(),
            () -> DispatchRequest.standalone(standalone().build()).build(),
            () ->
                DispatchRequest.standalone(standalone().build())
                    .executor((c, h) -> {})
                    .inputPipeline(java.util.Collections.singletonList(null))
                    .build(),
            () ->
                DispatchRequest.standalone(standalone().build())
                    .executor((c, h) -> {})
                    .hook(MutationHook.STORED_MESSAGE, m -> {})
                    .build())) {
      assertFails(AdkErrorCode.E_INVALID_LLM_DISPATCH_INPUT, bad);
    }
  }

  @Test
  void aContextWithoutADispatchPersistsAtOnce() throws Exception {
    List<String> heard = new ArrayList<>();
    DispatchContext ctx =
        DispatchRunner.contextOf(
            standalone()
                .storage(
                    new NoopStorageAdapter() {
                      @Override
                      public void storeMessage(AgentContext c, Message message) throws IOException {
                        if (message.id().equals("bad")) {
                          throw new IOException("full");
                        }
                        heard.add("stored " + message.id());
                      }
                    })
                .hook(MutationHook.STORED_MESSAGE, m -> heard.add("hook " + m.id()))
                .build());

    ctx.storeMessage(message("m"));
    assertThat(heard).containsExactly("stored m", "hook m");
    assertThat(ctx.turnMessages()).hasSize(1);
    assertThat(ctx.dispatchId()).isEmpty();
    assertThat(catchThrowable(() -> ctx.storeMessage(message("bad"))))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> ctx.storeMessage(null)).isInstanceOf(NullPointerException.class);
    assertThat(heard).hasSize(2);
  }

  @Test
  void forwardingSinkMayFail() throws Exception {
    List<String> forwarded = new ArrayList<>();
    DispatchRunner.dispatch(
        DispatchRequest.standalone(standalone().build())
            .executor((ctx, helpers) -> ctx.ack())
            .forwardTo(
                new dev.adk4j.turn.EventSink() {
                  @Override
                  public <T> void emit(EventKey<T> key, T event) {
                    forwarded.add(key.name());
                    throw new StackOverflowError();
                  }
                })
            .build());
    assertThat(forwarded).containsExactly("dispatchStart", "iterationStart", "dispatchEnd");
  }

  @Test
  void aHandlerOfGenerationStatisticsMayFail() throws Exception {
    List<String> heard = new ArrayList<>();
    dispatch(
        standalone().build(),
        (ctx, helpers) -> {
          ctx.onGenerationStats(stats -> raise(new AssertionError("handler")));
          ctx.onGenerationStats(stats -> heard.add("second"));
          helpers.reportGenerationStats(GenerationStats.none());
          ctx.ack();
        });
    assertThat(heard).containsExactly("second");
  }

  @Test
  void buildCopiesTheStash() throws Exception {
    List<Object> inner = new ArrayList<>(List.of(1));
    Map<String, Object> given = new java.util.HashMap<>(Map.of("k", inner));
    RawDispatchContext context = standalone().stash(given).build();
    inner.add(2);
    given.put("later", 1);
    for (int i = 0; i < 2; i++) {
      dispatch(
          context,
          acking(
              ctx -> {
                assertThat(ctx.stash().all()).isEqualTo(Map.of("k", List.of(1)));
                ctx.stash().set("own", true);
              }));
    }
  }

  @Test
  void nullCollectionsAreNamed() {
    assertThatThrownBy(() -> standalone().messages(null).tools(null).build())
        .hasMessageContaining("$.messages is required")
        .hasMessageContaining("$.tools is required");
    assertThatThrownBy(
            () ->
                DispatchRequest.standalone(standalone().build())
                    .executor((ctx, helpers) -> ctx.ack())
                    .inputPipeline(null)
                    .build())
        .hasMessageContaining("$.inputPipeline is required");
  }

  @Test
  void endedDispatchRefusesWritesAndReports() throws Exception {
    AtomicReference<DispatchContext> kept = new AtomicReference<>();
    AtomicReference<DispatchExecutorHelpers> reports = new AtomicReference<>();
    dispatch(
        standalone().build(),
        (ctx, helpers) -> {
          kept.set(ctx);
          reports.set(helpers);
          ctx.ack();
        });
    assertThatThrownBy(() -> kept.get().storeMessage(message("late")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has ended");
    assertThat(kept.get().turnMessages()).isEmpty();
    assertThatThrownBy(() -> reports.get().reportMessage("m", "late"))
        .isInstanceOf(IllegalStateException.class);
    assertThat(tape.lines()).endsWith("dispatchEnd(ack, iterations 0)");
  }

  private void dispatch(RawDispatchContext raw, DispatchExecutor executor) throws Exception {
    DispatchRequest.Builder request = DispatchRequest.standalone(raw).executor(executor);
    tape.hang(
        new Tape.Bus() {
          @Override
          public <T> void on(EventKey.Functional<T> key, EventListener<? super T> listener) {
            request.hook(key, listener);
          }

          @Override
          public <T> void observe(
              EventKey.Observability<T> key, EventListener<? super T> listener) {
            request.observe(key, listener);
          }
        });
    DispatchRunner.dispatch(request.build());
  }
}

package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.dispatching;
import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.notingDispatch;
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

import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.harness.AtOnce;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.StoreMessageCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Flush points, signals and what a derived dispatch takes from its turn. */
class DispatchLoopTests {

  private final List<String> stored = new ArrayList<>();
  private final List<String> mirrored = new ArrayList<>();

  private Tape play(DispatchExecutor executor) {
    return play(runner().executor(executor));
  }

  private Tape play(TurnRunner.Builder builder) {
    TurnRunner runner =
        builder
            .callback(StoreMessageCallback.class, (ctx, message) -> stored.add(message.id()))
            .build();
    Tape tape = Tape.of(runner);
    runner.turn(raw()).inspect(ctx -> ctx.turnMessages().forEach(m -> mirrored.add(m.id()))).run();
    return tape.rethrowAssertions();
  }

  @Test
  void nackInALaterIterationKeepsEarlierFlushes() {
    Tape tape =
        play(
            (ctx, helpers) -> {
              ctx.storeMessage(message("m" + ctx.iteration()));
              if (ctx.iteration() == 1) {
                ctx.nack();
              }
            });
    assertThat(stored).containsExactly("m0");
    assertThat(mirrored).containsExactly("m0");
    assertThat(tape.lines()).contains("iterationEnd(0)", "dispatchEnd(nack, iterations 1)");
  }

  @Test
  void ackInTheInputPipelineFlushesAndSkipsTheExecutorButNotTheRestOfThePipeline() {
    Tape tape = new Tape();
    play(
        runner()
            .dispatchInputPipeline(
                List.of(
                    dispatching(
                        ctx -> {
                          ctx.storeMessage(message("m"));
                          ctx.ack();
                        }),
                    notingDispatch(tape, "second")))
            .executor((ctx, helpers) -> tape.note("executor")));
    assertThat(stored).containsExactly("m");
    assertThat(tape.lines()).containsExactly("second in", "second out");
  }

  @Test
  void ackWithoutNextIsNoShortCircuit() {
    Tape tape = play(runner().dispatchInputPipeline(List.of((ctx, next) -> ctx.ack())));
    assertThat(tape.lines()).doesNotContain("error(E_PIPELINE_SHORT_CIRCUITED dispatch-input)");
    assertThat(tape.lines()).contains("dispatchEnd(ack, iterations 0)");
  }

  @Test
  void abortSkipsTheRemainingBodiesAndDropsTheWrites() {
    Tape tape = new Tape();
    Tape events =
        play(
            runner()
                .dispatchInputPipeline(
                    List.of(
                        dispatching(
                            ctx -> {
                              ctx.storeMessage(message("m"));
                              ctx.abort();
                            }),
                        notingDispatch(tape, "second")))
                .executor((ctx, helpers) -> tape.note("executor")));
    assertThat(stored).isEmpty();
    assertThat(tape.lines()).isEmpty();
    assertThat(events.lines())
        .contains("dispatchEnd(aborted, iterations 0)")
        .doesNotContain("iterationEnd(0)");
  }

  @Test
  void aNackOrAbortInTheOutputPipelineDropsTheWritesAndTheIterationStillEnds() {
    DispatchMiddleware nacking = dispatching(ctx -> ctx.nack());
    DispatchMiddleware aborting = dispatching(ctx -> ctx.abort());
    for (DispatchMiddleware middleware : List.of(nacking, aborting)) {
      Tape tape =
          play(
              runner()
                  .executor((ctx, helpers) -> ctx.storeMessage(message("m")))
                  .dispatchOutputPipeline(List.of(middleware)));
      assertThat(stored).isEmpty();
      assertThat(tape.lines()).contains("iterationEnd(0)");
    }
  }

  @Test
  void aThrowDropsTheWritesOfItsIteration() {
    play(
        (ctx, helpers) -> {
          ctx.storeMessage(message("m"));
          throw new IllegalStateException();
        });
    play(
        runner()
            .executor((ctx, helpers) -> ctx.storeMessage(message("m")))
            .dispatchOutputPipeline(List.of((ctx, next) -> {})));
    assertThat(stored).isEmpty();
    assertThat(mirrored).isEmpty();
  }

  @Test
  void onlyTheLastThrowOfAPipelineIsTold() {
    Tape tape =
        play(
            runner()
                .dispatchInputPipeline(
                    List.of(
                        (ctx, next) -> {
                          next.proceed();
                          throw new IllegalStateException("post-step");
                        },
                        (ctx, next) -> raise(new IllegalStateException("body")))));
    assertThat(tape.events(ErrorEvent.class))
        .singleElement()
        .satisfies(e -> assertThat(e.error().getCause()).hasMessage("post-step"));
  }

  @Test
  void failingPostStepFailsTheStageDespiteAReachedEnd() {
    Tape tape =
        play(
            runner()
                .dispatchInputPipeline(
                    List.of(
                        (ctx, next) -> {
                          next.proceed();
                          throw new IllegalStateException("post-step");
                        }))
                .executor((ctx, helpers) -> ctx.ack()));
    assertThat(tape.lines())
        .contains("dispatchEnd(nack, iterations 0)", "error(E_DISPATCH_PIPELINE_ERROR)");
  }

  @Test
  void recordsAreMirroredBeforeTheOutputPipelineOfTheTurnStarts() {
    List<String> seen = new ArrayList<>();
    play(
        runner()
            .executor(
                (ctx, helpers) -> {
                  ctx.storeMessage(message("m"));
                  ctx.storeStandingInstruction(text("Be kind."));
                  ctx.ack();
                })
            .turnOutputPipeline(
                List.of(
                    turning(
                        ctx -> {
                          ctx.turnMessages().forEach(m -> seen.add(m.id()));
                          ctx.standingInstructions().forEach(t -> seen.add(t.value()));
                        }))));
    assertThat(seen).containsExactly("m", "Be kind.");
  }

  @Test
  void aDerivedDispatchStartsFromCopiesAndGivesNothingBackButItsWrites() {
    AtomicReference<DispatchContext> child = new AtomicReference<>();
    TurnRunner runner =
        runner()
            .addTool(tool("shown", (a, c, m) -> ToolOutput.text("")))
            .turnInputPipeline(
                List.of(
                    turning(
                        ctx -> {
                          ctx.turnMessages().add(message("history"));
                          ctx.stash().set("k", "turn");
                          ctx.tools().hide("shown");
                        })))
            .executor(
                (ctx, helpers) -> {
                  child.set(ctx);
                  assertThat(ctx.turnMessages()).extracting(Message::id).containsExactly("history");
                  assertThat(ctx.tools().visible()).hasSize(1);
                  ctx.stash().set("k", "dispatch");
                  ctx.turnMessages().add(message("direct"));
                  ctx.tools().unregister("shown");
                  ctx.storeMessage(message("stored"));
                  ctx.mutateMessage(message("history"));
                  ctx.deleteMessage("nobody");
                  ctx.ack();
                })
            .build();
    List<String> after = new ArrayList<>();
    Tape tape = Tape.of(runner);
    runner
        .turn(raw())
        .inspect(
            ctx -> {
              ctx.turnMessages().forEach(m -> after.add(m.id()));
              after.add(String.valueOf(ctx.stash().get("k")));
              after.add("tools " + ctx.tools().all().size());
              assertThat(child.get().turnId()).isEqualTo(ctx.id());
              assertThat(child.get().id()).isNotEqualTo(ctx.id());
              assertThat(child.get().systemPrompt()).isSameAs(ctx.systemPrompt());
            })
        .run();
    assertThat(after).containsExactly("history", "stored", "turn", "tools 1");
    assertThat(tape.lines()).doesNotContain("error(E_LLM_EXECUTION_EXECUTOR_ERROR)");
  }

  @Test
  void mutateReplacesEveryDoubleInPlaceAndTheHeldSetStaysTheSame() {
    List<String> order = new ArrayList<>();
    play(
        (ctx, helpers) -> {
          var held = ctx.turnMessages();
          ctx.storeMessage(message("a"));
          ctx.storeMessage(message("b"));
          ctx.storeMessage(message("a"));
          ctx.mutateMessage(message("a"));
          held.forEach(m -> order.add(m.id()));
          ctx.ack();
        });
    assertThat(order).containsExactly("a", "b");
    assertThat(mirrored).containsExactly("a", "b");
  }

  @Test
  void aDerivedDispatchOfAnAbortedTurnIsAbortedFromTheStart() {
    List<String> seen = new ArrayList<>();
    TurnRunner runner =
        runner()
            .turnInputPipeline(
                List.of(
                    turning(
                        ctx -> {
                          ctx.abort("why");
                          DispatchRunner.dispatch(
                              DispatchRequest.derived(ctx)
                                  .executor((c, h) -> c.ack())
                                  .observe(
                                      TurnEvent.DISPATCH_END,
                                      e -> seen.add(e.status().wire() + " " + e.iterations()))
                                  .build());
                        })))
            .build();
    runner.run(raw());
    assertThat(seen).containsExactly("aborted 0");
  }

  @Test
  void toolCallsAreCountedByChecksum() {
    String checksum = toolCall("x", "search", Map.of("q", 1)).checksum();
    String other = toolCall("x", "search", Map.of("q", 2)).checksum();
    List<Integer> counts = new ArrayList<>();
    play(
        runner()
            .turnInputPipeline(
                List.of(
                    turning(
                        ctx -> ctx.turnToolCalls().add(toolCall("p", "search", Map.of("q", 1))))))
            .executor(
                (ctx, helpers) -> {
                  counts.add(ctx.toolCallCount(checksum));
                  ctx.storeToolCall(toolCall("a", "search", Map.of("q", 1)));
                  counts.add(ctx.toolCallCount(checksum));
                  ctx.mutateToolCall(toolCall("a", "search", Map.of("q", 1)));
                  counts.add(ctx.toolCallCount(checksum));
                  ctx.mutateToolCall(toolCall("a", "search", Map.of("q", 2)));
                  counts.add(ctx.toolCallCount(checksum));
                  counts.add(ctx.toolCallCount(other));
                  ctx.deleteToolCall("nobody");
                  ctx.deleteToolCall("a");
                  counts.add(ctx.toolCallCount(other));
                  counts.add(ctx.toolCallCount("unknown"));
                  ctx.ack();
                }));
    assertThat(counts).containsExactly(1, 2, 2, 1, 1, 0, 0);
  }

  @Test
  void onAckHandlersRunOnceInOrderAtTheAckAndOnlyForIt() {
    List<String> calls = new ArrayList<>();
    Tape tape =
        play(
            (ctx, helpers) -> {
              ctx.onAck(() -> calls.add("a"));
              ctx.onAck(() -> raise(new AssertionError("handler")));
              ctx.onAck(() -> calls.add("closed")).close();
              List<Subscription> later = new ArrayList<>();
              ctx.onAck(() -> later.getFirst().close());
              later.add(ctx.onAck(() -> calls.add("closed by a handler")));
              ctx.onAck(() -> calls.add("b"));
              ctx.ack();
              calls.add("acked " + ctx.isAcked() + ctx.isSignalled());
              ctx.onAck(() -> calls.add("never"));
            });
    assertThat(calls).containsExactly("a", "b", "acked truetrue");
    assertThat(tape.lines()).contains("dispatchEnd(ack, iterations 0)");

    calls.clear();
    play(
        (ctx, helpers) -> {
          ctx.onAck(() -> calls.add("never"));
          ctx.nack();
        });
    assertThat(calls).isEmpty();
  }

  @Test
  void exactlyOneOfManyRacingSignalsWins() throws Exception {
    for (int round = 0; round < 300; round++) {
      DispatchSignal signal = new DispatchSignal();
      List<String> winners = new CopyOnWriteArrayList<>();
      AtomicInteger handled = new AtomicInteger();
      AtomicInteger refused = new AtomicInteger();
      signal.onAck(handled::incrementAndGet);
      AtOnce.run(
          4,
          n ->
              () -> {
                try {
                  if (n % 2 == 0) {
                    signal.ack();
                  } else {
                    signal.nack(new IllegalStateException("no"));
                  }
                  winners.add(n % 2 == 0 ? "ack" : "nack");
                } catch (AdkException e) {
                  assertThat(e.errorCode())
                      .isEqualTo(AdkErrorCode.E_LLM_EXECUTION_ALREADY_SIGNALLED);
                  refused.incrementAndGet();
                }
              });
      assertThat(winners).hasSize(1);
      assertThat(refused).hasValue(3);
      assertThat(signal.isAcked()).isEqualTo(winners.getFirst().equals("ack"));
      assertThat(handled).hasValue(signal.isAcked() ? 1 : 0);
      assertThat(signal.nackError() == null).isEqualTo(signal.isAcked());
    }
  }

  @Test
  void theExecutorsErrorIsTheSameInstanceEverywhere() {
    Tape tape = play((ctx, helpers) -> raise(new AssertionError("even this")));
    assertThat(tape.event(ErrorEvent.class).error())
        .isSameAs(tape.event(DispatchEnd.class).error())
        .hasMessage("The executor failed: even this")
        .hasCauseInstanceOf(AssertionError.class);
  }

  @Test
  void wrappingSurvivesMisbehavingCauses() {
    RuntimeException nasty =
        new RuntimeException() {
          @Override
          public String getMessage() {
            throw new StackOverflowError();
          }
        };
    assertThat(Failures.executor(nasty)).hasMessage("The executor failed.");
    assertThat(Failures.executor(new RuntimeException("The executor failed.")))
        .hasMessage("The executor failed.");
    assertThat(Failures.executor(new RuntimeException("  "))).hasMessage("The executor failed.");
  }

  @Test
  void anIdMayNotBelongToAToolCallAndARetrievable() {
    List<String> codes = new ArrayList<>();
    play(
        (ctx, helpers) -> {
          ctx.storeToolCall(toolCall("x"));
          for (ThrowingWrite write :
              List.<ThrowingWrite>of(
                  () -> ctx.storeRetrievable(retrievable("x")),
                  () -> ctx.mutateRetrievable(retrievable("x")))) {
            assertThatThrownBy(write::run)
                .isInstanceOfSatisfying(AdkException.class, e -> codes.add(e.code() + e.args()));
          }
          assertThat(ctx.turnRetrievables()).isEmpty();
          ctx.storeRetrievable(retrievable("y"));
          assertThatThrownBy(() -> ctx.storeToolCall(toolCall("y")))
              .isInstanceOf(AdkException.class);
          assertThatThrownBy(() -> ctx.replaceToolCallGroup(List.of("x"), List.of(toolCall("y"))))
              .isInstanceOf(AdkException.class);
          assertThat(ctx.turnToolCalls()).hasSize(1);
          ctx.ack();
        });
    assertThat(codes).containsExactly("E_ARTIFACT_ID_COLLISION[x]", "E_ARTIFACT_ID_COLLISION[x]");
  }

  private interface ThrowingWrite {
    void run() throws Exception;
  }
}

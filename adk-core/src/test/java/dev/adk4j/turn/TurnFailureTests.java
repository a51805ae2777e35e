package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.tool;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.abort.AbortController;
import dev.adk4j.abort.AbortException;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnFailureTests {

  private final AbortController controller = new AbortController();

  private RawTurnContext abortable() {
    return RawTurnContext.builder().systemPrompt("").turnAbortController(controller).build();
  }

  @Test
  void throwsOfOnePipelineAreAllTold() {
    Tape tape =
        Tape.run(
            runner()
                .turnInputPipeline(
                    List.of(
                        (ctx, next) -> {
                          next.proceed();
                          throw new IOException("outer post-step");
                        },
                        (ctx, next) -> raise(new AssertionError("body")))));
    assertThat(tape.lines())
        .containsExactly(
            "turnStart",
            "error(E_INPUT_PIPELINE_ERROR)",
            "error(E_INPUT_PIPELINE_ERROR)",
            "turnEnd");
    assertThat(tape.events(ErrorEvent.class))
        .extracting(e -> e.error().getCause().getMessage())
        .containsExactly("body", "outer post-step");
  }

  @Test
  void everyThrowableOfUserCodeEndsTheTurnCleanly() {
    for (Throwable thrown :
        List.of(
            new AssertionError("a"),
            new LinkageError("l"),
            new Throwable("bare"),
            new Exception("checked"))) {
      Tape tape = Tape.run((ctx, helpers) -> raise(thrown));
      assertThat(tape.lines()).endsWith("error(E_LLM_EXECUTION_EXECUTOR_ERROR)", "turnEnd");
      assertThat(tape.event(ErrorEvent.class).error()).hasCause(thrown);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"turn-input", "turn-output", "dispatch-input", "executor", "tool", "listener"})
  void virtualMachineErrorsAreRethrownAfterTurnEnd(String where) {
    OutOfMemoryError error = new OutOfMemoryError(where);
    TurnRunner.Builder builder = runner().addTool(tool("t", (a, c, m) -> raise(error)));
    switch (where) {
      case "turn-input" -> builder.turnInputPipeline(List.of((ctx, next) -> raise(error)));
      case "turn-output" -> builder.turnOutputPipeline(List.of((ctx, next) -> raise(error)));
      case "dispatch-input" -> builder.dispatchInputPipeline(List.of((ctx, next) -> raise(error)));
      case "tool" ->
          builder.executor(
              (ctx, helpers) -> ctx.tools().get("t").orElseThrow().executor(ctx).execute(null));
      case "listener" -> builder.executor((ctx, helpers) -> helpers.reportMessage("m", "x"));
      default -> builder.executor((ctx, helpers) -> raise(error));
    }
    TurnRunner runner = builder.build();
    Tape tape = Tape.of(runner);
    runner.on(TurnEvent.MESSAGE, m -> raise(error));

    assertThatThrownBy(() -> runner.run(raw())).isSameAs(error);
    assertThat(tape.lines()).startsWith("turnStart").endsWith("turnEnd");
    assertThat(tape.lines().stream().filter("turnEnd"::equals)).hasSize(1);
    if (tape.lines().contains("dispatchStart")) {
      assertThat(tape.events(DispatchEnd.class)).hasSize(1);
    }
  }

  @Test
  void startedTurnHandsAVirtualMachineErrorToTheJoiner() {
    OutOfMemoryError error = new OutOfMemoryError("executor");
    TurnRunner runner =
        runner()
            .startExecutor(
                task -> {
                  try {
                    task.run();
                  } catch (OutOfMemoryError seen) {
                    assertThat(seen).isSameAs(error);
                  }
                })
            .executor((ctx, helpers) -> raise(error))
            .build();
    TurnHandle handle = runner.start(raw());
    assertThatThrownBy(handle::join).isSameAs(error);
    assertThat(handle.isDone()).isTrue();
    assertThat(handle.completion()).isCompletedExceptionally();
  }

  @Test
  void abortClassExceptionsOfAnAbortedTurnAreSilent() {
    for (Exception thrown :
        List.of(
            new AbortException("x"),
            new CancellationException(),
            new InterruptedException(),
            new AdkException(AdkErrorCode.E_TURN_GATE_ABORTED, "gate"),
            new AdkException(
                AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "tool", new InterruptedException()))) {
      AbortController own = new AbortController();
      Tape tape =
          Tape.run(
              (ctx, helpers) -> {
                own.abort();
                throw thrown;
              },
              RawTurnContext.builder().systemPrompt("").turnAbortController(own).build());
      assertThat(Thread.interrupted()).isEqualTo(thrown instanceof InterruptedException);
      assertThat(tape.lines())
          .containsExactly(
              "turnStart",
              "dispatchStart",
              "iterationStart(0)",
              "dispatchEnd(aborted, iterations 0)",
              "turnEnd");
    }
  }

  @Test
  void otherFailuresOfAnAbortedTurnAreTold() {
    Tape tape =
        Tape.run(
            (ctx, helpers) -> {
              controller.abort();
              throw new IOException("connection closed");
            },
            abortable());
    assertThat(tape.lines())
        .endsWith(
            "dispatchEnd(nack, iterations 0)", "error(E_LLM_EXECUTION_EXECUTOR_ERROR)", "turnEnd");
  }

  @Test
  void anAbortExceptionWithoutAnAbortIsAShortCircuitInAPipeline() {
    Tape tape =
        Tape.run(
            runner()
                .turnInputPipeline(
                    List.of((ctx, next) -> raise(new AbortException("nobody aborted")))));
    assertThat(tape.lines())
        .containsExactly("turnStart", "error(E_PIPELINE_SHORT_CIRCUITED turn-input)", "turnEnd");
  }

  @Test
  void anInterruptIsKeptAndWithoutAnAbortAFailure() {
    Tape tape = Tape.run((ctx, helpers) -> raise(new InterruptedException("model call")));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(tape.lines()).contains("error(E_LLM_EXECUTION_EXECUTOR_ERROR)");
  }

  /** Waits for a gate: in the executor, in a tool, or in a tool that the model called. */
  private static TurnRunner asking(String where, Runnable before) {
    return runner()
        .addTool(
            tool(
                "ask",
                (a, ctx, m) -> {
                  ctx.waitFor(GateRequest.of("g", "r", null));
                  return ToolOutput.text("");
                }))
        .executor(
            (ctx, helpers) -> {
              before.run();
              switch (where) {
                case "tool" -> ctx.tools().get("ask").orElseThrow().executor(ctx).execute(null);
                case "tool call" -> ToolCallRunner.run(ctx, helpers, "ask", Json.read("{}"));
                default -> ctx.waitFor(GateRequest.of("g", "r", null));
              }
            })
        .build();
  }

  private static void assertEndedSilently(Tape tape) {
    assertThat(tape.lines())
        .containsSubsequence(
            "turnGateOpen(g)",
            "turnGateClosed(g, aborted)",
            "dispatchEnd(aborted, iterations 0)",
            "turnEnd")
        .noneMatch(line -> line.startsWith("error"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"executor", "tool", "tool call"})
  void gateClosedByTheTurnsAbortIsSilentInsideATool(String where) {
    TurnRunner runner = asking(where, () -> {});
    Tape tape = Tape.of(runner);
    runner.observe(TurnEvent.TURN_GATE_OPEN, gate -> Thread.startVirtualThread(controller::abort));
    runner.run(abortable());
    assertEndedSilently(tape);
  }

  @ParameterizedTest
  @ValueSource(strings = {"executor", "tool", "tool call"})
  void anAbortCountsForTheDispatchBeforeItIsToldOfIt(String where) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    controller.signal().onAbort(reason -> over.join()); // told first, and keeps the others waiting
    TurnRunner runner =
        asking(
            where,
            () -> {
              Thread.startVirtualThread(controller::abort);
              await().atMost(Duration.ofSeconds(30)).until(controller.signal()::aborted);
            });
    Tape tape = Tape.of(runner);
    runner.run(abortable());
    over.complete(null);
    assertEndedSilently(tape);
  }

  @Test
  void gateAbortedAloneIsAnOrdinaryFailure() {
    TurnRunner runner =
        runner().executor((ctx, helpers) -> ctx.waitFor(GateRequest.of("g", "r", null))).build();
    Tape tape = Tape.of(runner);
    runner.observe(TurnEvent.TURN_GATE_OPEN, gate -> gate.abort());
    runner.run(raw());
    assertThat(tape.lines()).contains("error(E_LLM_EXECUTION_EXECUTOR_ERROR)");
  }

  @Test
  void toolFailureCaughtByTheExecutorIsNoError() {
    Tape tape =
        Tape.run(
                runner()
                    .addTool(tool("t", (a, c, m) -> raise(new IOException("x"))))
                    .executor(
                        (ctx, helpers) -> {
                          try {
                            ctx.tools().get("t").orElseThrow().executor(ctx).execute(null);
                          } catch (AdkException e) {
                            assertThat(e.errorCode())
                                .isEqualTo(AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR);
                          }
                          ctx.ack();
                        }))
            .rethrowAssertions();
    assertThat(tape.lines()).contains("toolExecutionStart(t)", "toolExecutionEnd(t, error)");
    assertThat(tape.lines()).noneMatch(line -> line.startsWith("error"));
  }

  @Test
  void anUncaughtToolFailureKeepsItsWholeChainOfCauses() {
    IOException x = new IOException("x");
    Tape tape =
        Tape.run(
            runner()
                .addTool(tool("t", (a, c, m) -> raise(x)))
                .executor(
                    (ctx, helpers) ->
                        ctx.tools().get("t").orElseThrow().executor(ctx).execute(null)));
    AdkException error = tape.event(ErrorEvent.class).error();
    assertThat(error.errorCode()).isEqualTo(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR);
    assertThat(AdkException.is(error.getCause(), AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR)).isTrue();
    assertThat(error.getCause().getCause()).isSameAs(x);
  }

  @Test
  void anAdkErrorGivenToNackIsToldAsItIs() {
    AdkException mine = new AdkException(AdkErrorCode.E_NOT_IMPLEMENTED, "later");
    Tape tape = Tape.run((ctx, helpers) -> ctx.nack(mine));
    assertThat(tape.event(ErrorEvent.class).error()).isSameAs(mine);
    assertThat(tape.event(DispatchEnd.class).error()).isSameAs(mine);
  }
}

package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.acking;
import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.noting;
import static dev.adk4j.harness.Engine.notingDispatch;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static org.awaitility.Awaitility.await;

import dev.adk4j.abort.AbortController;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.harness.Engine;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.token.Tokenizable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/** A way a turn can take, what happens on it, and a short run of it. */
record TurnPath(String letter, String title, List<String> expected, Supplier<Tape> run) {

  static final List<TurnPath> ALL =
      List.of(
          path("A", "The executor acknowledges in iteration 0", TurnPath::ackAtOnce)
              .is(
                  "turnStart",
                  "turn input in",
                  "turn input out",
                  "dispatchStart",
                  "iterationStart(0)",
                  "dispatch input in",
                  "dispatch input out",
                  "executor",
                  "message(m, 'Hi', complete)",
                  "dispatchEnd(ack, iterations 0)",
                  "turn output in",
                  "turn output out",
                  "turnEnd"),
          path("B", "Iteration 0 works, iteration 1 acknowledges", TurnPath::ackLater)
              .is(
                  "turnStart",
                  "turn input in",
                  "turn input out",
                  "dispatchStart",
                  "iterationStart(0)",
                  "dispatch input in",
                  "dispatch input out",
                  "executor",
                  "thought(t, 'Hm', complete)",
                  "dispatch output in",
                  "dispatch output out",
                  "iterationEnd(0)",
                  "iterationStart(1)",
                  "dispatch input in",
                  "dispatch input out",
                  "executor",
                  "dispatchEnd(ack, iterations 1)",
                  "turn output in",
                  "turn output out",
                  "turnEnd"),
          path("C", "The dispatch output pipeline acknowledges", TurnPath::ackInOutput)
              .dispatches(
                  "executor",
                  "dispatch output acks",
                  "flushed m",
                  "iterationEnd(0)",
                  "dispatchEnd(ack, iterations 1)",
                  "turn output in",
                  "turn output out",
                  "turnEnd"),
          path("D", "The raw context is not valid", TurnPath::invalidRaw)
              .is("run() throws E_INVALID_TURN_CONTEXT"),
          path("E", "An input middleware throws", () -> inInput(TurnPath::throwing))
              .is(
                  "turnStart",
                  "first in",
                  "second throws",
                  "error(E_INPUT_PIPELINE_ERROR)",
                  "first out",
                  "turnEnd"),
          path("F", "An input middleware does not call next", () -> inInput(TurnPath::stopping))
              .is(
                  "turnStart",
                  "first in",
                  "second stops",
                  "first out",
                  "error(E_PIPELINE_SHORT_CIRCUITED turn-input)",
                  "turnEnd"),
          path("G", "Aborted before run()", TurnPath::abortedBefore).is("turnStart", "turnEnd"),
          path("H", "An input middleware aborts the turn", () -> inInput(TurnPath::aborting))
              .is("turnStart", "first in", "second aborts", "first out", "turnEnd"),
          path("I", "The executor throws", TurnPath::executorThrows)
              .dispatches(
                  "executor",
                  "dispatchEnd(nack, iterations 0)",
                  "error(E_LLM_EXECUTION_EXECUTOR_ERROR)",
                  "turnEnd"),
          path("J", "A dispatch middleware throws", TurnPath::dispatchMiddlewareThrows)
              .dispatches(
                  "dispatch input throws",
                  "dispatchEnd(nack, iterations 0)",
                  "error(E_DISPATCH_PIPELINE_ERROR)",
                  "turnEnd"),
          path("K", "A dispatch middleware does not call next", TurnPath::dispatchMiddlewareStops)
              .dispatches(
                  "executor",
                  "dispatch output stops",
                  "dispatchEnd(nack, iterations 0)",
                  "error(E_PIPELINE_SHORT_CIRCUITED dispatch-output)",
                  "turnEnd"),
          path("L", "The executor refuses with nack(e)", TurnPath::nacked)
              .dispatches(
                  "executor nacks",
                  "dispatchEnd(nack, iterations 0)",
                  "error(E_LLM_EXECUTION_EXECUTOR_ERROR)",
                  "turnEnd"),
          path("M", "The turn is aborted while it dispatches", TurnPath::turnAborted)
              .dispatches(
                  "executor aborts the turn", "dispatchEnd(aborted, iterations 0)", "turnEnd"),
          path("N", "Only the dispatch is aborted", TurnPath::dispatchAborted)
              .dispatches(
                  "executor aborts the dispatch",
                  "dispatchEnd(aborted, iterations 0)",
                  "turn output in",
                  "turn output out",
                  "turnEnd"),
          path("O", "An output middleware throws", () -> inOutput(TurnPath::throwing))
              .dispatches(
                  "executor",
                  "dispatchEnd(ack, iterations 0)",
                  "first in",
                  "second throws",
                  "error(E_OUTPUT_PIPELINE_ERROR)",
                  "first out",
                  "turnEnd"),
          path("P", "An output middleware does not call next", () -> inOutput(TurnPath::stopping))
              .dispatches(
                  "executor",
                  "dispatchEnd(ack, iterations 0)",
                  "first in",
                  "second stops",
                  "first out",
                  "error(E_PIPELINE_SHORT_CIRCUITED turn-output)",
                  "turnEnd"),
          path(
                  "Q",
                  "The turn is aborted during the output pipeline",
                  () -> inOutput(TurnPath::aborting))
              .dispatches(
                  "executor",
                  "dispatchEnd(ack, iterations 0)",
                  "first in",
                  "second aborts",
                  "first out",
                  "turnEnd"),
          path("R", "The dispatch cannot be built", TurnPath::dispatchNotBuilt)
              .is(
                  "turnStart",
                  "turn input in",
                  "turn input out",
                  "error(E_INVALID_LLM_EXECUTION_CONTEXT)",
                  "turnEnd"),
          path("S", "Another thread's gate is open when the work is done", TurnPath::gateLeftOpen)
              .dispatches(
                  "executor",
                  "turnGateOpen(g)",
                  "dispatchEnd(ack, iterations 0)",
                  "turnGateClosed(g, aborted)",
                  "turnEnd"));

  private static TurnPath path(String letter, String title, Supplier<Tape> run) {
    return new TurnPath(letter, title, List.of(), run);
  }

  /** It dispatches at once. */
  private TurnPath dispatches(String... then) {
    List<String> expected =
        new ArrayList<>(List.of("turnStart", "dispatchStart", "iterationStart(0)"));
    expected.addAll(List.of(then));
    return new TurnPath(letter, title, List.copyOf(expected), run);
  }

  private TurnPath is(String... expected) {
    return new TurnPath(letter, title, List.of(expected), run);
  }

  @Override
  public String toString() {
    return letter + ": " + title;
  }

  private static Tape gateLeftOpen() {
    return play(
        (builder, tape) ->
            builder.executor(
                (ctx, helpers) -> {
                  tape.note("executor");
                  Thread.startVirtualThread(
                      () -> {
                        try {
                          ctx.waitFor(GateRequest.of("g", "r", null));
                        } catch (Exception e) {
                          // told by its event
                        }
                      });
                  await().until(() -> tape.lines().contains("turnGateOpen(g)"));
                  ctx.ack();
                }));
  }

  /** A turn whose taping runner is configured around the tape. */
  private static Tape play(Setup setup) {
    return play(setup, raw());
  }

  private static Tape play(Setup setup, RawTurnContext raw) {
    Tape tape = new Tape();
    TurnRunner runner = setup.configure(runner(), tape).build();
    tape.hang(runner);
    try {
      runner.run(raw);
    } catch (AdkException e) {
      tape.note("run() throws " + e.code());
    }
    return tape;
  }

  private interface Setup {
    TurnRunner.Builder configure(TurnRunner.Builder runner, Tape tape);
  }

  private static DispatchExecutor acks(Tape tape) {
    return acking(ctx -> tape.note("executor"));
  }

  private static Tape ackAtOnce() {
    return play(
        (runner, tape) ->
            everywhere(runner, tape)
                .executor(
                    (ctx, helpers) -> {
                      tape.note("executor");
                      helpers.reportMessage("m", "Hi", true);
                      ctx.ack();
                    }));
  }

  private static Tape ackLater() {
    return play(
        (runner, tape) ->
            everywhere(runner, tape)
                .executor(
                    (ctx, helpers) -> {
                      tape.note("executor");
                      if (ctx.iteration() == 1) {
                        ctx.ack();
                      } else {
                        helpers.reportThought("t", "Hm", true);
                      }
                    }));
  }

  private static TurnRunner.Builder everywhere(TurnRunner.Builder runner, Tape tape) {
    return runner
        .turnInputPipeline(List.of(noting(tape, "turn input")))
        .dispatchInputPipeline(List.of(notingDispatch(tape, "dispatch input")))
        .dispatchOutputPipeline(List.of(notingDispatch(tape, "dispatch output")))
        .turnOutputPipeline(List.of(noting(tape, "turn output")));
  }

  private static Tape ackInOutput() {
    return play(
        (runner, tape) ->
            runner
                .callback(
                    StoreMessageCallback.class,
                    (ctx, message) -> tape.note("flushed " + message.id()))
                .executor(
                    (ctx, helpers) -> {
                      tape.note("executor");
                      ctx.storeMessage(message("m"));
                    })
                .dispatchOutputPipeline(
                    List.of(
                        (ctx, next) -> {
                          tape.note("dispatch output acks");
                          ctx.ack();
                          next.proceed();
                        }))
                .turnOutputPipeline(List.of(noting(tape, "turn output"))));
  }

  private static Tape invalidRaw() {
    return play((runner, tape) -> everywhere(runner, tape), RawTurnContext.builder().build());
  }

  private static Tape abortedBefore() {
    AbortController controller = new AbortController();
    controller.abort("not any more");
    return play(
        (runner, tape) -> everywhere(runner, tape).executor(acks(tape)),
        RawTurnContext.builder().systemPrompt("").turnAbortController(controller).build());
  }

  /** Notes the turn output, and the executor with what it does. */
  private static TurnRunner.Builder ending(
      TurnRunner.Builder runner, Tape tape, String executor, Engine.Work work) {
    return runner
        .turnOutputPipeline(List.of(noting(tape, "turn output")))
        .executor(
            (ctx, helpers) -> {
              tape.note(executor);
              work.in(ctx);
            });
  }

  private static Tape executorThrows() {
    return play(
        (runner, tape) ->
            ending(
                runner,
                tape,
                "executor",
                ctx -> {
                  throw new IOException("the model is away");
                }));
  }

  private static Tape dispatchMiddlewareThrows() {
    return play(
        (runner, tape) ->
            runner
                .executor(acks(tape))
                .turnOutputPipeline(List.of(noting(tape, "turn output")))
                .dispatchInputPipeline(
                    List.of(
                        (ctx, next) -> {
                          tape.note("dispatch input throws");
                          throw new IllegalStateException("no");
                        })));
  }

  private static Tape dispatchMiddlewareStops() {
    return play(
        (runner, tape) ->
            runner
                .executor((ctx, helpers) -> tape.note("executor"))
                .turnOutputPipeline(List.of(noting(tape, "turn output")))
                .dispatchOutputPipeline(
                    List.of((ctx, next) -> tape.note("dispatch output stops"))));
  }

  private static Tape nacked() {
    return play(
        (runner, tape) ->
            ending(
                runner,
                tape,
                "executor nacks",
                ctx -> ctx.nack(new IllegalArgumentException("not this"))));
  }

  private static Tape turnAborted() {
    AbortController controller = new AbortController();
    return play(
        (runner, tape) ->
            ending(runner, tape, "executor aborts the turn", ctx -> controller.abort())
                .dispatchOutputPipeline(List.of(notingDispatch(tape, "dispatch output"))),
        RawTurnContext.builder().systemPrompt("").turnAbortController(controller).build());
  }

  private static Tape dispatchAborted() {
    return play(
        (runner, tape) -> ending(runner, tape, "executor aborts the dispatch", ctx -> ctx.abort()));
  }

  /**
   * Two texts have to be compared when the dispatch copies them, and one cannot be read any more by
   * then.
   */
  private static Tape dispatchNotBuilt() {
    AtomicBoolean broken = new AtomicBoolean();
    return play(
        (runner, tape) ->
            runner
                .turnOutputPipeline(List.of(noting(tape, "turn output")))
                .turnInputPipeline(
                    List.of(
                        noting(tape, "turn input"),
                        (ctx, next) -> {
                          ctx.standingInstructions().add(Tokenizable.of("Be kind."));
                          ctx.standingInstructions()
                              .add(Tokenizable.dynamic(c -> broken.get() ? null : "Be quick."));
                          broken.set(true);
                          next.proceed();
                        })));
  }

  private static Tape inInput(Function<Tape, TurnMiddleware> second) {
    return play((runner, tape) -> runner.turnInputPipeline(around(second, tape)));
  }

  private static Tape inOutput(Function<Tape, TurnMiddleware> second) {
    return play(
        (runner, tape) -> runner.executor(acks(tape)).turnOutputPipeline(around(second, tape)));
  }

  private static List<TurnMiddleware> around(Function<Tape, TurnMiddleware> second, Tape tape) {
    return List.of(noting(tape, "first"), second.apply(tape), noting(tape, "third"));
  }

  private static TurnMiddleware throwing(Tape tape) {
    return (ctx, next) -> {
      tape.note("second throws");
      throw new IllegalStateException("second");
    };
  }

  private static TurnMiddleware stopping(Tape tape) {
    return (ctx, next) -> tape.note("second stops");
  }

  private static TurnMiddleware aborting(Tape tape) {
    return (ctx, next) -> {
      tape.note("second aborts");
      ctx.abort("enough");
      next.proceed();
    };
  }
}

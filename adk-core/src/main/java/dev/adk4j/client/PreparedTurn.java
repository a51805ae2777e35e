package dev.adk4j.client;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A turn that is ready to run, on this thread or on another.
 *
 * @param admission admits the turn when it is started
 * @param stall how long the first subscriber of a stream may slow the turn
 */
record PreparedTurn(
    TurnRunner runner,
    Scope scope,
    RawTurnContext raw,
    Supplier<Admission> admission,
    AnswerCollector collector,
    @Nullable Duration waitForGates,
    Duration stall) {

  /** Runs the turn on this thread. */
  Answer run() {
    return run(call -> call);
  }

  Answer run(UnaryOperator<TurnCall> listeners) {
    try (Admission admitted = admit()) {
      listeners.apply(accepted(admitted)).run();
    }
    collector.over(null);
    return TurnStream.join(collector.answer);
  }

  /** Starts the turn on another thread. */
  TurnHandle start(UnaryOperator<TurnCall> listeners) {
    return start(listeners, TurnCall::start);
  }

  /**
   * Starts the turn.
   *
   * @param start may run it on this thread
   */
  TurnHandle start(UnaryOperator<TurnCall> listeners, Function<TurnCall, TurnHandle> start) {
    Admission admitted = admit();
    TurnHandle handle;
    try {
      handle = start.apply(listeners.apply(accepted(admitted)));
    } catch (Throwable e) {
      admitted.close();
      collector.over(e);
      throw e;
    }
    handle
        .completion()
        .whenComplete(
            (nothing, failure) -> {
              admitted.close();
              collector.over(failure);
            });
    return handle;
  }

  /**
   * Admits the turn. A refusal for the caller's thread comes before any check of the conversation.
   */
  private Admission admit() {
    runner.beforeTurn();
    return admission.get();
  }

  /** The turn releases its place before any caller has the answer and may send the next message. */
  private TurnCall accepted(Admission admitted) {
    TurnCall call =
        runner.turn(raw).admit(admitted::pass).observe(TurnEvent.TURN_END, end -> admitted.close());
    Duration atMost = waitForGates;
    if (atMost != null) {
      Executor later = CompletableFuture.delayedExecutor(atMost.toMillis(), TimeUnit.MILLISECONDS);
      call.observe(TurnEvent.TURN_GATE_OPEN, gate -> later.execute(gate::abort));
    }
    return collector.listenTo(call);
  }
}

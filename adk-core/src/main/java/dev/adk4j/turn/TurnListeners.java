package dev.adk4j.turn;

import dev.adk4j.abort.AbortException;
import dev.adk4j.event.EventKey;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.TurnContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the listeners of one turn, which receive each event after the runner's listeners, and none
 * after the turn's end.
 */
final class TurnListeners {

  private static final Logger log = LoggerFactory.getLogger(TurnListeners.class);

  private final EventBus bus = new EventBus();
  private final List<Consumer<? super TurnContext>> inspectors = new ArrayList<>(1);
  private TurnCall.@Nullable Admission admission;

  EventBus bus() {
    return bus;
  }

  void inspect(Consumer<? super TurnContext> inspector) {
    inspectors.add(inspector);
  }

  void admit(TurnCall.Admission next) {
    TurnCall.Admission first = admission;
    this.admission =
        first == null
            ? next
            : turn -> {
              first.pass(turn);
              next.pass(turn);
            };
  }

  /** Waits at the turn's admission. Returns false if the turn failed there, or was aborted. */
  boolean admitted(LiveTurn turn) {
    TurnCall.Admission here = admission;
    if (here == null) {
      return true;
    }
    try {
      here.pass(turn);
      return !turn.aborted();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      FatalErrors.keepInterrupt(e);
      if (!AbortException.matches(e, turn.aborted())) {
        turn.failed(Failures.asAdk(e));
      }
      return false;
    }
  }

  EventSink after(EventSink runner) {
    return new EventSink() {
      @Override
      public <T> void emit(EventKey<T> key, T event) {
        try {
          runner.emit(key, event);
        } finally {
          bus.emit(key, event);
        }
      }
    };
  }

  /** Calls the inspectors of a turn whose work is done. */
  void inspect(TurnContext turn) {
    for (Consumer<? super TurnContext> inspector : inspectors) {
      try {
        inspector.accept(turn);
      } catch (Throwable e) {
        FatalErrors.rethrow(e);
        log.error(
            "Looking at the end of turn {} failed; the turn ends all the same.", turn.turnId(), e);
      }
    }
  }

  void close() {
    bus.close();
  }
}

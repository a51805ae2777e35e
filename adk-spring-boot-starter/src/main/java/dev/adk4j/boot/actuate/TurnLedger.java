package dev.adk4j.boot.actuate;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.internal.callback.OwnListeners;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.IterationStart;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnStart;
import dev.adk4j.internal.Mutex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts the events of open turns and holds the newest ended ones. Thread-safe. */
final class TurnLedger implements OwnListeners {

  private final Mutex lock = new Mutex();
  private final Map<String, TurnTally> open = new LinkedHashMap<>();
  private final Deque<TurnSummary> ended = new ArrayDeque<>();
  private final int capacity;

  TurnLedger(int capacity) {
    this.capacity = capacity;
  }

  /** Returns open turns, oldest first, then ended ones, newest first. */
  List<TurnSummary> turns() {
    List<TurnSummary> all = new ArrayList<>();
    lock.run(
        () -> {
          open.values().forEach(turn -> all.add(turn.summary(null)));
          all.addAll(ended);
        });
    return all;
  }

  @TurnEventListener
  void on(TurnStart start) {
    lock.run(() -> open.put(start.turnId(), new TurnTally(start)));
  }

  @TurnEventListener
  void on(IterationStart start) {
    tally(start.turnId(), turn -> turn.iterations++);
  }

  @TurnEventListener
  void on(ToolExecutionEnd end) {
    tally(end.turnId(), turn -> turn.tool(end));
  }

  @TurnEventListener
  void on(GenerationStatsEvent stats) {
    tally(stats.turnId(), turn -> turn.generation(stats.stats()));
  }

  @TurnEventListener
  void on(DispatchEnd end) {
    tally(end.turnId(), turn -> turn.dispatch(end));
  }

  @TurnEventListener
  void on(ErrorEvent error) {
    tally(error.turnId(), turn -> turn.error(error));
  }

  @TurnEventListener
  void on(TurnEnd end) {
    tally(
        end.turnId(),
        turn -> {
          open.remove(end.turnId());
          ended.addFirst(turn.summary(end));
          while (ended.size() > capacity) {
            ended.removeLast();
          }
        });
  }

  private void tally(@Nullable String turnId, Consumer<TurnTally> change) {
    lock.run(
        () -> {
          TurnTally turn = open.get(turnId);
          if (turn != null) {
            change.accept(turn);
          }
        });
  }
}

package dev.adk4j.stored;

import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.StoredTurn.State;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the open gates of turns, and decides by them whether a turn could run now. */
record OpenGates(TurnStore store) {

  static final TurnQueue.Result FORGET = new TurnQueue.Result(TurnQueue.Next.FORGET, null);
  static final TurnQueue.Result AGAIN = new TurnQueue.Result(TurnQueue.Next.AGAIN, null);

  /**
   * Returns the open gates of the turn in the order of its calls.
   *
   * @param settled a gate that is known to be settled; null for none
   */
  List<GateRecord> of(StoredTurn turn, @Nullable String settled) {
    String tenant = turn.scope().tenant();
    return turn.gates().stream()
        .filter(ref -> !ref.equals(settled))
        .flatMap(ref -> store.expire(tenant, ref).stream())
        .filter(gate -> gate.state() == GateState.OPEN)
        .toList();
  }

  private boolean waits(StoredTurn turn) {
    return turn.state() == State.WAITING && !of(turn, null).isEmpty();
  }

  /** Returns true for a turn that has ended, or waits for gates that are not decided. */
  boolean rests(StoredTurn turn) {
    return turn.state().isFinal() || waits(turn);
  }

  /** Returns true for an ended turn, too, so that the queue forgets it. */
  boolean isDue(StoredTurn turn) {
    return turn.state().isFinal()
        || turn.state() == State.READY
        || (turn.state() == State.WAITING && !waits(turn));
  }

  /** Returns what a queue does after a run of the turn. */
  TurnQueue.Result next(StoredTurn turn) {
    if (turn.state().isFinal() || turn.state() == State.QUEUED) {
      return FORGET;
    }
    List<GateRecord> open = turn.state() == State.WAITING ? of(turn, null) : List.of();
    return open.isEmpty()
        ? AGAIN
        : new TurnQueue.Result(
            TurnQueue.Next.REST,
            open.stream()
                .map(GateRecord::deadline)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null));
  }

  /** Returns what a queue does after a run of a turn that may not exist. */
  TurnQueue.Result next(TurnQueue.Turn turn) {
    return store.find(turn.tenant(), turn.turnId()).map(this::next).orElse(FORGET);
  }
}

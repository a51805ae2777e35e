package dev.adk4j.web.stream;

import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredEvent;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.Phase;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnLog;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Events of durable turns, which every process can write and read.
 *
 * @param grace time within which the process that ended a turn must report the end
 */
record DurableEvents(TurnLog log, TurnStore turns, EventJson json, Duration grace) {

  /** Returns the durable turn if it belongs to that scope. */
  Optional<StoredTurn> find(Scope scope, String turnId) {
    return scope.conversation() == null
        ? Optional.empty()
        : turns.find(scope, turnId).filter(turn -> turn.isDurable() && turn.scope().equals(scope));
  }

  /** Returns the events of the turn so far. */
  Told told(StoredTurn turn) {
    return Told.of(read(turn, 0, Integer.MAX_VALUE));
  }

  /** Returns the sent but unstored part of the answer of a turn that was just claimed. */
  List<Message> unfinished(StoredTurn turn) {
    Told told = told(turn);
    return isStored(turn, told) ? List.of() : told.unfinished(turn.updatedAt());
  }

  /** Returns true if the iteration that was sent last is stored, but its end was not sent. */
  static boolean isStored(StoredTurn turn, Told told) {
    return turn.phase() == Phase.ASKED
        || turn.phase() == Phase.ANSWERED
        || turn.iteration() > told.next;
  }

  List<StoredEvent> read(StoredTurn turn, long after, int most) {
    return log.read(turn.scope().tenant(), turn.turnId(), after, most);
  }

  /**
   * Stores the end of a turn whose process died before storing it, or that ended without a run: the
   * known final text, and the end event.
   */
  void end(StoredTurn turn) {
    Told told = told(turn);
    if (told.hasEnded()) {
      return;
    }
    List<StoredEvent> last = new ArrayList<>();
    StoredTurn.Answer answer = turn.answer();
    if (turn.state() == State.COMPLETED
        && answer != null
        && !answer.text().isEmpty()
        && !told.isWhole(answer.messageId())) {
      Message message = Message.assistant(answer.messageId(), answer.text(), turn.updatedAt());
      if (told.rest(message) == null) {
        add(last, turn, Told.RESET, json.reset(turn, List.of(message.id())));
      }
      add(last, turn, "message", json.rest(turn.turnId(), message, told));
    }
    if (turn.state() == State.FAILED) {
      add(last, turn, "error", EventJson.problem(turn.turnId(), turn.errorCode()));
    }
    TurnOutcome outcome = TurnOutcome.valueOf(turn.state().name());
    Duration took = Duration.between(turn.createdAt(), turn.updatedAt());
    add(last, turn, Told.END, json.end(turn.turnId(), turn.updatedAt(), took, outcome, Set.of()));
    log.end(turn.scope().tenant(), turn.turnId(), turn.token(), last);
  }

  private static void add(List<StoredEvent> last, StoredTurn turn, String name, ObjectNode data) {
    long number = ((turn.token() + 1) << 32) + last.size() + 1;
    last.add(new StoredEvent(number, name, null, Json.write(data)));
  }
}

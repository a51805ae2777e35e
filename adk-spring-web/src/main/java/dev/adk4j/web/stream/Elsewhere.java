package dev.adk4j.web.stream;

import static java.util.stream.Collectors.toSet;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Message;
import dev.adk4j.web.WebErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Waits for a turn that may resume in another process, and writes its stored end into the local
 * log. Does nothing if the turn resumed in this process.
 */
record Elsewhere(
    TurnEventLogs logs,
    TurnEventLog events,
    EventJson json,
    Conversation conversation,
    String turnId,
    int run) {

  private static final Logger log = LoggerFactory.getLogger(Elsewhere.class);

  /** Waits on a thread of its own, if the log has no event after that number. */
  static void await(
      TurnEventLogs logs,
      TurnEventLog events,
      EventJson json,
      Conversation conversation,
      String turnId,
      long after) {
    int run = events.expect(after);
    if (run >= 0) {
      Elsewhere turn = new Elsewhere(logs, events, json, conversation, turnId, run);
      Thread.ofVirtual().name("adk-continued-" + turnId).start(turn::await);
    }
  }

  private void await() {
    Last last = last();
    logs.end(events, run, last.rests(), last.events());
  }

  private record Last(boolean rests, List<LongFunction<StreamEvent>> events) {}

  private Last last() {
    try {
      Answer answer = conversation.answer(turnId);
      if (answer.status() == Answer.Status.WAITING) {
        Set<String> gates = answer.gates().stream().map(WaitingGate::id).collect(toSet());
        ObjectNode end = json.waiting(end(TurnOutcome.WAITING), gates);
        return new Last(true, List.of(StreamEvent.of("end", end)));
      }
      Message message = answer.message();
      ObjectNode whole = json.whole(turnId, message.id(), message.text(), message.updatedAt());
      return last("message", whole, TurnOutcome.COMPLETED);
    } catch (AdkException e) {
      return AdkException.is(e, AdkErrorCode.E_TURN_ABORTED)
          ? new Last(false, List.of(StreamEvent.of("end", end(TurnOutcome.ABORTED))))
          : last("error", json.error(turnId, e), TurnOutcome.FAILED);
    } catch (RuntimeException e) {
      log.warn("The end of turn {}, which continues in another process, is unknown.", turnId, e);
      AdkException unknown =
          new AdkException(WebErrorCode.E_STREAM_TURN_UNKNOWN, "The end of the turn is unknown.");
      return last("error", json.error(turnId, unknown), TurnOutcome.FAILED);
    }
  }

  /** Returns an event and the end. */
  private Last last(String name, ObjectNode data, TurnOutcome outcome) {
    return new Last(
        false, List.of(StreamEvent.of(name, data), StreamEvent.of("end", end(outcome))));
  }

  private ObjectNode end(TurnOutcome outcome) {
    return json.end(turnId, Instant.now(), Duration.ZERO, outcome);
  }
}

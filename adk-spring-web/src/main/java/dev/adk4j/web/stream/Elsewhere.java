package dev.adk4j.web.stream;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Message;
import dev.adk4j.web.WebErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a turn that may resume in another process, and writes its stored end into the local
 * log. Does nothing if the turn resumed in this process.
 */
final class Elsewhere {

  private static final Logger log = LoggerFactory.getLogger(Elsewhere.class);

  private final TurnEventLogs logs;
  private final TurnEventLog events;
  private final EventJson json;
  private final Conversation conversation;
  private final String turnId;
  private final int parts;

  Elsewhere(
      TurnEventLogs logs,
      TurnEventLog events,
      EventJson json,
      Conversation conversation,
      String turnId,
      int parts) {
    this.logs = logs;
    this.events = events;
    this.json = json;
    this.conversation = conversation;
    this.turnId = turnId;
    this.parts = parts;
  }

  void await() {
    List<LongFunction<StreamEvent>> last = last();
    if (events.isStill(parts)) {
      last.forEach(event -> logs.append(events, event));
      logs.end(turnId, events);
    }
  }

  private List<LongFunction<StreamEvent>> last() {
    try {
      Answer answer = conversation.answer(turnId);
      if (answer.status() == Answer.Status.WAITING) {
        return List.of(end(TurnOutcome.WAITING));
      }
      Message message = answer.message();
      StreamJson whole = json.whole(turnId, message.id(), message.text(), message.updatedAt());
      return List.of(whole.as("message"), end(TurnOutcome.COMPLETED));
    } catch (AdkException e) {
      return AdkException.is(e, AdkErrorCode.E_TURN_ABORTED)
          ? List.of(end(TurnOutcome.ABORTED))
          : failed(e);
    } catch (RuntimeException e) {
      log.warn("The end of turn {}, which continues in another process, is unknown.", turnId, e);
      return failed(
          new AdkException(WebErrorCode.E_STREAM_TURN_UNKNOWN, "The end of the turn is unknown."));
    }
  }

  private List<LongFunction<StreamEvent>> failed(AdkException e) {
    return List.of(json.error(turnId, e).as("error"), end(TurnOutcome.FAILED));
  }

  private LongFunction<StreamEvent> end(TurnOutcome outcome) {
    return json.end(turnId, Instant.now(), Duration.ZERO, outcome).as("end");
  }
}

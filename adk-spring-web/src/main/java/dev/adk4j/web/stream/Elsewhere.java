package dev.adk4j.web.stream;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Message;
import dev.adk4j.web.WebErrorCode;
import java.time.Duration;
import java.time.Instant;
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
    TurnOutcome outcome = TurnOutcome.FAILED;
    try {
      Answer answer = conversation.answer(turnId);
      if (events.isStill(parts)) {
        outcome = told(answer);
      }
    } catch (AdkException e) {
      if (events.isStill(parts)) {
        outcome = told(e);
      }
    } catch (RuntimeException e) {
      log.warn("The end of turn {}, which continues in another process, is unknown.", turnId, e);
      if (events.isStill(parts)) {
        told(
            new AdkException(
                WebErrorCode.E_STREAM_TURN_UNKNOWN, "The end of the turn is unknown."));
      }
    } finally {
      if (events.isStill(parts)) {
        logs.append(events, json.end(turnId, Instant.now(), Duration.ZERO, outcome).as("end"));
        logs.end(turnId, events);
      }
    }
  }

  private TurnOutcome told(Answer answer) {
    if (answer.status() == Answer.Status.WAITING) {
      return TurnOutcome.WAITING;
    }
    Message message = answer.message();
    StreamJson whole = json.whole(turnId, message.id(), message.text(), message.updatedAt());
    logs.append(events, whole.as("message"));
    return TurnOutcome.COMPLETED;
  }

  private TurnOutcome told(AdkException e) {
    if (AdkException.is(e, AdkErrorCode.E_TURN_ABORTED)) {
      return TurnOutcome.ABORTED;
    }
    logs.append(events, json.error(turnId, e).as("error"));
    return TurnOutcome.FAILED;
  }
}

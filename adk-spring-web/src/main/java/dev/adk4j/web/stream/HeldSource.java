package dev.adk4j.web.stream;

import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkException;
import dev.adk4j.web.stream.TurnEventLog.Reading;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the events of a plain turn, also those after the decisions that the turn waits for. */
record HeldSource(
    TurnEventLogs logs, TurnEventLog held, EventJson json, Conversation conversation, String turnId)
    implements EventSource {

  private static final Logger log = LoggerFactory.getLogger(HeldSource.class);

  /** After this time, a turn that resumed in another process has reported its end if it ended. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  @Override
  public Reading read(long after, Duration wait) throws InterruptedException {
    if (!held.rests(after)) {
      return held.read(after, wait, true);
    }
    if (after == 0 || !waits()) {
      Elsewhere.await(logs, held, json, conversation, turnId, after);
      return held.read(after, MOMENT, true);
    }
    return held.read(after, wait.compareTo(LOOK) < 0 ? wait : LOOK, true);
  }

  /** If the turn cannot be checked now, the client is kept. */
  private boolean waits() {
    try {
      return conversation
          .waiting()
          .filter(open -> open.turnId().equals(turnId) && !open.gates().isEmpty())
          .isPresent();
    } catch (AdkException e) {
      log.debug("Turn {} cannot be checked; retrying.", turnId, e);
      return true;
    }
  }
}

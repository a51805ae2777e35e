package dev.adk4j.web.stream;

import static java.util.stream.Collectors.toSet;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.web.WebErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the events of a plain turn, also those after the decisions that the turn waits for. If it
 * resumes in another process, its stored end is written into the local log.
 */
record HeldSource(TurnEventLog held, EventJson json, Conversation conversation, String turnId)
    implements EventSource {

  private static final Logger log = LoggerFactory.getLogger(HeldSource.class);

  /** After this time, a turn that resumed in another process has reported its end if it ended. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  @Override
  public Reading read(long after, Duration wait) throws InterruptedException {
    Duration most = wait;
    if (held.rests(after)) {
      boolean waits = after > 0 && waits();
      if (!waits) {
        expect(after);
      }
      most = !waits ? MOMENT : wait.compareTo(LOOK) < 0 ? wait : LOOK;
    }
    return held.read(after, most, true);
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

  /**
   * Waits for the turn on another thread if the log has no event after that number: the turn may
   * resume in another process.
   */
  void expect(long after) {
    int run = held.expect(after);
    if (run >= 0) {
      Thread.ofVirtual().name("adk-continued-" + turnId).start(() -> await(run));
    }
  }

  /** Writes the turn's stored end, unless the turn has resumed in this process. */
  private void await(int run) {
    List<LongFunction<StreamEvent>> last = new ArrayList<>();
    TurnOutcome outcome = TurnOutcome.COMPLETED;
    Set<String> gates = Set.of();
    try {
      Answer answer = conversation.answer(turnId);
      if (answer.status() == Answer.Status.WAITING) {
        outcome = TurnOutcome.WAITING;
        gates = answer.gates().stream().map(WaitingGate::id).collect(toSet());
      } else {
        ObjectNode whole = json.rest(turnId, answer.message(), Told.of(List.of()));
        last.add(StreamEvent.of("message", whole));
      }
    } catch (RuntimeException e) {
      boolean aborted = AdkException.is(e, AdkErrorCode.E_TURN_ABORTED);
      outcome = aborted ? TurnOutcome.ABORTED : TurnOutcome.FAILED;
      if (!aborted) {
        AdkException failure = e instanceof AdkException known ? known : unknown(e);
        last.add(StreamEvent.of("error", json.error(turnId, failure)));
      }
    }
    ObjectNode end = json.end(turnId, Instant.now(), Duration.ZERO, outcome, gates);
    last.add(StreamEvent.of("end", end));
    held.end(run, outcome, gates, last);
  }

  private AdkException unknown(RuntimeException e) {
    log.warn("The end of turn {}, which continues in another process, is unknown.", turnId, e);
    return new AdkException(WebErrorCode.E_STREAM_TURN_UNKNOWN, "The end of the turn is unknown.");
  }
}

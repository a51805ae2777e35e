package dev.adk4j.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateDecisionRecord.Outcome;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Receipt of a decision that resumed a waiter. Thread-safe.
 *
 * <p>Use {@link #runOnce} to start the permitted work: it is started at most once, also across
 * crashes and processes if a {@link TurnStore} exists.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class GateReceipt {

  private final Accepted decision;
  private final Ledger ledger;

  /** Creates a receipt. For the engine. */
  public GateReceipt(Accepted decision, Ledger ledger) {
    this.decision = decision;
    this.ledger = ledger;
  }

  /** The decision that counts. */
  public record Accepted(String id, GateActor actor, boolean edited, boolean found) {}

  /** Prevents permitted work from being started twice. */
  public interface Ledger {

    /** Returns true if the work is started for the first time. */
    boolean begin(String decisionId, String tool, String digest);

    /** Records the end. Never throws: the work is done, and its result must not get lost. */
    default void end(String decisionId, Outcome outcome) {}
  }

  /** Returns the id of the decision, a UUID. */
  public String decisionId() {
    return decision.id;
  }

  public GateActor actor() {
    return decision.actor;
  }

  /** Returns true if the value differs from the request. */
  public boolean edited() {
    return decision.edited;
  }

  /** Returns true if the decision was made before this turn asked. */
  public boolean found() {
    return decision.found;
  }

  /**
   * Runs the permitted work, unless it was started on this decision before. Its start is durably
   * recorded before it runs; its end is recorded afterwards. If the process dies in between, the
   * outcome is recorded as unknown, and the same key asks for a new decision.
   *
   * @param args the arguments that the tool is started with, after edits; their {@link
   *     Checksum#exact} is recorded
   * @throws AdkException {@code E_GATE_DECISION_SPENT} if it was started before, {@code
   *     E_STORAGE_UNAVAILABLE} if its start cannot be recorded; it is not started then
   * @throws Exception any exception of {@code work}
   */
  public <R extends @Nullable Object> R runOnce(String tool, JsonValue args, Callable<R> work)
      throws Exception {
    if (!ledger.begin(decision.id, tool, Checksum.exact(tool, args))) {
      throw AdkException.saying(
          AdkErrorCode.E_GATE_DECISION_SPENT,
          "The tool '%s' was already started once on the decision %s, or the decision does"
              + " not count any more.",
          tool,
          decision.id);
    }
    Outcome outcome = Outcome.FAILED;
    try {
      R result = work.call();
      outcome = Outcome.SUCCEEDED;
      return result;
    } finally {
      ledger.end(decision.id, outcome);
    }
  }

  /**
   * Uses the decision up without starting anything: the decision was a refusal, and the next
   * request under the same key receives a new answer. Does nothing if the decision is used up
   * already.
   *
   * @throws AdkException {@code E_STORAGE_UNAVAILABLE}
   */
  public void decline(String tool, JsonValue args) {
    if (ledger.begin(decision.id, tool, Checksum.exact(tool, args))) {
      ledger.end(decision.id, Outcome.DECLINED);
    }
  }
}

package dev.adk4j.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A decision that let a waiter go on. Thread-safe.
 *
 * <p>What the decision permits is to be started through {@link #runOnce}: it is started at most
 * once, across crashes and processes where there is a {@link GateStore}.
 */
@NoJsonForm
public final class GateReceipt {

  private final String gate;
  private final String decisionId;
  private final GateActor actor;
  private final Instant decidedAt;
  private final boolean edited;
  private final boolean found;
  private final ExecutionLedger ledger;

  GateReceipt(
      String gate,
      String decisionId,
      GateActor actor,
      Instant decidedAt,
      boolean edited,
      boolean found,
      ExecutionLedger ledger) {
    this.gate = gate;
    this.decisionId = decisionId;
    this.actor = actor;
    this.decidedAt = decidedAt;
    this.edited = edited;
    this.found = found;
    this.ledger = ledger;
  }

  /** The gate's {@link GateRecord#ref()}; the id it was asked with where nothing stores gates. */
  public String gate() {
    return gate;
  }

  /** A UUID. */
  public String decisionId() {
    return decisionId;
  }

  public GateActor actor() {
    return actor;
  }

  public Instant decidedAt() {
    return decidedAt;
  }

  /** Whether the value differs from what was asked for. */
  public boolean edited() {
    return edited;
  }

  /** Whether the decision had been made before this turn asked. */
  public boolean found() {
    return found;
  }

  /**
   * Does what was decided on, unless it was started on this decision before. That it starts is
   * durable before it does; how it ends is recorded afterwards. Where the process dies in between,
   * the outcome is recorded as unknown, and the same key asks for a new decision.
   *
   * @param args what the tool is started with, after edits; its {@link Checksum#exact} is recorded
   * @throws AdkException {@code E_GATE_DECISION_SPENT} where it was started before, {@code
   *     E_STORAGE_UNAVAILABLE} where its start can not be recorded; it is not started then
   * @throws Exception what {@code work} throws
   */
  public <R extends @Nullable Object> R runOnce(String tool, JsonValue args, Callable<R> work)
      throws Exception {
    if (!ledger.begin(decisionId, tool, Checksum.exact(tool, args))) {
      throw AdkException.of(AdkErrorCode.E_GATE_DECISION_SPENT)
          .message(
              "The tool '"
                  + tool
                  + "' was already started once on the decision "
                  + decisionId
                  + ", or the decision does not count any more.")
          .args(tool, decisionId)
          .build();
    }
    ToolRun.Outcome outcome = ToolRun.Outcome.FAILED;
    try {
      R result = work.call();
      outcome = ToolRun.Outcome.SUCCEEDED;
      return result;
    } finally {
      ledger.end(decisionId, outcome);
    }
  }

  /**
   * Uses the decision up without starting anything: it said no, and whoever asks under the same key
   * again is to get a new answer. Does nothing where the decision is used up already.
   *
   * @throws AdkException {@code E_STORAGE_UNAVAILABLE}
   */
  public void decline(String tool, JsonValue args) {
    if (ledger.begin(decisionId, tool, Checksum.exact(tool, args))) {
      ledger.end(decisionId, ToolRun.Outcome.DECLINED);
    }
  }
}

package dev.adk4j.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A turn that a store keeps so that any process can resume it. It either waits because calls of its
 * model's answer need an approval, or is durable and kept from its acceptance on.
 *
 * @param scope the scope of the turn; must have a conversation
 * @param turnId the id of the turn; a resumed turn keeps it
 * @param state whether a process runs it, and how it ended
 * @param phase the stored progress of the turn
 * @param iteration the number of the next iteration
 * @param token the number of claims, so that a run that lost its claim cannot write; 0 before the
 *     first
 * @param attempt the number of this claim since the turn was accepted or began to wait; 0 before
 *     the first
 * @param calls the calls of the answer that have no record yet, in its order
 * @param results the way results reach the model, in the executor's own form
 * @param memo data that the caller of the turn wants to receive back; null for none
 * @param answer the message the turn ended with; null before its end, and if it ended without a
 *     message
 * @param error the code of the failure; null unless it failed
 * @param acceptance the request of a durable turn; null for a turn that only waits
 * @param inbox the messages sent to the turn since it was accepted
 */
public record StoredTurn(
    Scope scope,
    String turnId,
    State state,
    Phase phase,
    int iteration,
    long token,
    int attempt,
    List<Call> calls,
    JsonValue results,
    @Nullable JsonValue memo,
    @Nullable Answer answer,
    @Nullable String error,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Acceptance acceptance,
    Inbox inbox) {

  public StoredTurn {
    new Violations()
        .required(scope, "$.scope")
        .check(
            scope == null || scope.conversation() != null,
            "$.scope.conversation",
            "required",
            "is required")
        .requiredText(turnId, "$.turnId")
        .noNulls(calls, "$.calls")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    calls = List.copyOf(calls);
  }

  /**
   * Returns a turn that no process has claimed: either a durable turn at its acceptance, or one
   * that only waits for the calls that {@link #asking} adds.
   *
   * @param acceptance null for a turn that only waits
   */
  public static StoredTurn of(
      Scope scope,
      String turnId,
      @Nullable JsonValue memo,
      @Nullable Acceptance acceptance,
      Instant now) {
    return new StoredTurn(
        scope,
        turnId,
        acceptance == null ? State.WAITING : State.QUEUED,
        Phase.ACCEPTED,
        0,
        0,
        0,
        List.of(),
        JsonValue.of(Map.of()),
        memo,
        null,
        null,
        now,
        now,
        acceptance,
        Inbox.EMPTY);
  }

  /** State of a turn: no process runs it, a process runs it, or it has ended. */
  public enum State {
    /** Accepted; other turns of its conversation come first. */
    QUEUED,
    /** Accepted, and next in its conversation. */
    READY,
    WAITING,
    RUNNING,
    COMPLETED,
    FAILED,
    ABORTED;

    /** Returns whether the turn has ended. */
    public boolean isFinal() {
      return this == COMPLETED || this == FAILED || this == ABORTED;
    }
  }

  /**
   * The request of a durable turn.
   *
   * @param input the messages, as JSON; may be empty in every phase except {@code ACCEPTED}, since
   *     they are then messages of the conversation
   * @param key the caller's own name of the request; null for none
   * @param fingerprint differs between requests that are not the same
   * @param priority the priority among ready turns: a turn with a higher one is started first; 0 by
   *     default
   */
  public record Acceptance(
      JsonValue input, @Nullable String key, String fingerprint, int priority) {

    /** Omits the content. */
    @Override
    public String toString() {
      return "Acceptance[" + key + "]";
    }
  }

  /**
   * Messages sent to a durable turn that has begun.
   *
   * @param sent the number of messages sent
   * @param read the number of messages that the turn has read; these are the first ones
   * @param stop true if the turn was asked to stop
   */
  public record Inbox(long sent, long read, boolean stop) {

    public static final Inbox EMPTY = new Inbox(0, 0, false);

    /** Returns true if the turn has not received all messages. */
    public boolean hasUnread() {
      return sent > read;
    }
  }

  /**
   * Returns the code of the failure; {@code E_NO_ANSWER} if it is unknown, since the message of a
   * turn that failed in another process may name codes of other modules.
   */
  public ErrorCode errorCode() {
    return Arrays.stream(AdkErrorCode.values())
        .filter(code -> code.name().equals(error))
        .findFirst()
        .orElse(AdkErrorCode.E_NO_ANSWER);
  }

  /** Returns true for a turn that is kept from its acceptance on. */
  public boolean isDurable() {
    return acceptance != null;
  }

  /** The stored progress of the turn. */
  public enum Phase {
    /** Only the request is stored. */
    ACCEPTED,
    /** The calls have no records. */
    ASKED,
    /** The calls have records; the model is called next. */
    CALLED,
    /** The model has answered; only the end of the turn remains. */
    ANSWERED
  }

  /**
   * A call that waits.
   *
   * @param id the id of its record, created when the model asked
   * @param providerId the id that the provider gave it; null for none
   * @param args the arguments as its record will keep them; an empty object if they were not an
   *     object
   * @param payload data that the vendor requires back with the call; null for none
   * @param replayCompatibility the compatibility of a payload
   * @param problem why the tool cannot be run with the arguments; null if it can
   * @param gate the reference of the gate that must be settled; null for a call that needs no
   *     approval
   * @param started true if the run that resumed the turn last let the call start
   */
  public record Call(
      String id,
      @Nullable String providerId,
      String tool,
      JsonValue args,
      @Nullable JsonValue payload,
      @Nullable String replayCompatibility,
      @Nullable String problem,
      @Nullable String gate,
      boolean started) {

    public Call withGate(@Nullable String gate) {
      return new Call(
          id, providerId, tool, args, payload, replayCompatibility, problem, gate, started);
    }

    /** Returns the same call, marked as started or not. */
    public Call withStarted(boolean started) {
      return new Call(
          id, providerId, tool, args, payload, replayCompatibility, problem, gate, started);
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Call[" + id + ", " + tool + "]";
    }
  }

  /** The message a turn ended with. */
  public record Answer(String messageId, String text) {
    /** Omits the content. */
    @Override
    public String toString() {
      return "Answer[" + messageId + "]";
    }
  }

  /** Returns the references of all gates in the order of the calls, each once. */
  public List<String> gates() {
    return calls.stream().map(Call::gate).filter(gate -> gate != null).distinct().toList();
  }

  public StoredTurn withCalls(List<Call> calls) {
    return progressed(phase, iteration, calls, results, answer);
  }

  /** Sets the gates of these calls by their ids. The other calls keep theirs. */
  public StoredTurn withGates(Map<String, String> gates) {
    return withCalls(
        calls.stream()
            .map(call -> call.withGate(gates.getOrDefault(call.id(), call.gate())))
            .toList());
  }

  /** Returns the same turn at a later point of its progress. */
  public StoredTurn at(Phase phase, int iteration, @Nullable Answer answer) {
    return progressed(phase, iteration, calls, results, answer);
  }

  /** Returns the same turn with the calls that its model asks for now. */
  public StoredTurn asking(int iteration, List<Call> calls, JsonValue results) {
    return progressed(Phase.ASKED, iteration, calls, results, null);
  }

  private StoredTurn progressed(
      Phase phase, int iteration, List<Call> calls, JsonValue results, @Nullable Answer answer) {
    return copy(
        state, token, attempt, error, updatedAt, phase, iteration, calls, results, answer, inbox);
  }

  /** Returns the same turn with another inbox. */
  StoredTurn withInbox(Inbox inbox) {
    return copy(
        state, token, attempt, error, updatedAt, phase, iteration, calls, results, answer, inbox);
  }

  /** Returns the same turn as a store keeps it after a change. */
  StoredTurn changed(State state, long token, int attempt, @Nullable String error, Instant now) {
    return copy(state, token, attempt, error, now, phase, iteration, calls, results, answer, inbox);
  }

  private StoredTurn copy(
      State state,
      long token,
      int attempt,
      @Nullable String error,
      Instant updatedAt,
      Phase phase,
      int iteration,
      List<Call> calls,
      JsonValue results,
      @Nullable Answer answer,
      Inbox inbox) {
    return new StoredTurn(
        scope,
        turnId,
        state,
        phase,
        iteration,
        token,
        attempt,
        calls,
        results,
        memo,
        answer,
        error,
        createdAt,
        updatedAt,
        acceptance,
        inbox);
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "StoredTurn[" + turnId + ", " + state + ", " + phase + "]";
  }
}

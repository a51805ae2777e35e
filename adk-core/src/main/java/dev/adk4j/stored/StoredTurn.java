package dev.adk4j.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A turn that a store keeps so that any process can go on with it: one that waits because calls of
 * its model's answer need an approval, or a durable one, which is kept from its acceptance on.
 *
 * @param scope whose turn it is; has a conversation
 * @param turnId also the id of the turn that goes on
 * @param state whether somebody works on it, and how it ended
 * @param phase how far the turn that goes on has come
 * @param iteration the number of the iteration that is next
 * @param token counts the claims, so that who lost one can write nothing; 0 before the first
 * @param attempt which claim this is since the turn was accepted or began to wait; 0 before the
 *     first
 * @param calls the calls of the answer that have no record yet, in its order
 * @param results how the executor wants results to reach its model, in its own form
 * @param memo what the caller of the turn wants to be given back; null for nothing
 * @param answer the message the turn ended with; null before, and where it said nothing
 * @param error the code of the failure; null unless it failed
 * @param acceptance how a durable turn was asked for; null for a turn that only waits
 * @param inbox what was sent to the turn since it was accepted
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
   * Returns a turn that nobody has claimed: a durable one as it is accepted, or one that only
   * waits, for the calls that {@link #asking} adds.
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

  /** The state of a turn: nobody works on it, somebody does, or it has ended. */
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
   * @param input the messages, as JSON; may be empty in any phase but {@code ACCEPTED}, since they
   *     are messages of the conversation then
   * @param key the caller's own name of the request; null for none
   * @param fingerprint differs between requests that are not the same
   * @param priority among turns that are ready, the higher one is begun first; 0 unless told
   */
  public record Acceptance(
      JsonValue input, @Nullable String key, String fingerprint, int priority) {

    /** A request of the usual priority. */
    public Acceptance(JsonValue input, @Nullable String key, String fingerprint) {
      this(input, key, fingerprint, 0);
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "Acceptance[" + key + "]";
    }
  }

  /**
   * Says what was sent to a durable turn that has begun.
   *
   * @param sent counts the messages
   * @param read the messages that the turn has: the first so many
   * @param stop true where somebody asked the turn to stop
   */
  public record Inbox(long sent, long read, boolean stop) {

    public static final Inbox EMPTY = new Inbox(0, 0, false);

    /** Returns true while the turn does not have all messages. */
    public boolean hasUnread() {
      return sent > read;
    }
  }

  /** Returns true for a turn that is kept from its acceptance on. */
  public boolean isDurable() {
    return acceptance != null;
  }

  /** The stored progress of the turn that goes on. */
  public enum Phase {
    /** Nothing but the request is stored. */
    ACCEPTED,
    /** The calls have no records. */
    ASKED,
    /** The calls have records; the model is next. */
    CALLED,
    /** The model has answered; only the end is left. */
    ANSWERED
  }

  /**
   * A call that waits.
   *
   * @param id of its record, minted when the model asked
   * @param providerId the id that the provider gave it; null for none
   * @param args as its record will keep them; an empty object where they were no object
   * @param payload what the vendor wants back with the call; null for nothing
   * @param replayCompatibility beside a payload
   * @param problem why the tool cannot be run with what was asked for; null where it can
   * @param gate the reference of the gate that has to be settled; null for a call that needs no
   *     approval
   * @param started true for a call that was let start, by whoever went on with the turn then
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

    /** A call that was not started. */
    public Call(
        String id,
        @Nullable String providerId,
        String tool,
        JsonValue args,
        @Nullable JsonValue payload,
        @Nullable String replayCompatibility,
        @Nullable String problem,
        @Nullable String gate) {
      this(id, providerId, tool, args, payload, replayCompatibility, problem, gate, false);
    }

    public Call withGate(@Nullable String gate) {
      return new Call(
          id, providerId, tool, args, payload, replayCompatibility, problem, gate, started);
    }

    /** The same call, noted as started or not. */
    public Call withStarted(boolean started) {
      return new Call(
          id, providerId, tool, args, payload, replayCompatibility, problem, gate, started);
    }

    /** Never the content. */
    @Override
    public String toString() {
      return "Call[" + id + ", " + tool + "]";
    }
  }

  /** The message a turn ended with. */
  public record Answer(String messageId, String text) {
    /** Never the content. */
    @Override
    public String toString() {
      return "Answer[" + messageId + "]";
    }
  }

  /** The references of all gates, in the order of the calls, each once. */
  public List<String> gates() {
    return calls.stream().map(Call::gate).filter(gate -> gate != null).distinct().toList();
  }

  public StoredTurn withCalls(List<Call> calls) {
    return progressed(phase, iteration, calls, results, answer);
  }

  /** Names the gates of these calls by their ids; the other calls keep theirs. */
  public StoredTurn withGates(Map<String, String> gates) {
    return withCalls(
        calls.stream()
            .map(call -> call.withGate(gates.getOrDefault(call.id(), call.gate())))
            .toList());
  }

  /** The same turn further on. */
  public StoredTurn at(Phase phase, int iteration, @Nullable Answer answer) {
    return progressed(phase, iteration, calls, results, answer);
  }

  /** The same turn with the calls that its model asks for now. */
  public StoredTurn asking(int iteration, List<Call> calls, JsonValue results) {
    return progressed(Phase.ASKED, iteration, calls, results, null);
  }

  private StoredTurn progressed(
      Phase phase, int iteration, List<Call> calls, JsonValue results, @Nullable Answer answer) {
    return copy(
        state, token, attempt, error, updatedAt, phase, iteration, calls, results, answer, inbox);
  }

  /** The same turn with another inbox. */
  StoredTurn withInbox(Inbox inbox) {
    return copy(
        state, token, attempt, error, updatedAt, phase, iteration, calls, results, answer, inbox);
  }

  /** The same turn as a store has it after a change. */
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

  /** Never the content. */
  @Override
  public String toString() {
    return "StoredTurn[" + turnId + ", " + state + ", " + phase + "]";
  }
}

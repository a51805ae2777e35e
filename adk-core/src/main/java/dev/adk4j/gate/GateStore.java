package dev.adk4j.gate;

import dev.adk4j.abort.Subscription;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores gates and every attempt to settle one. Applications settle through the {@link
 * GateService}, which checks schema and rights. All processes on one store see the same gates; of
 * several settlements the store lets exactly one win. Times are the store's own.
 *
 * <p>A gate's key is unique among the undecided ones of a tenant's conversation.
 *
 * <p>Thread-safe. Fails with {@code E_STORAGE_UNAVAILABLE} while it can not be reached; then
 * nothing, or in the case of a lost answer everything, was done.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface GateStore {

  /** Number of a gate's refused attempts that are kept; and as many of those from other tenants. */
  int REFUSALS_KEPT = 100;

  /**
   * Returns a store in the memory of this process, for tests and for applications without a
   * database. Its gates end with the process; it keeps the newest 10,000 settled ones.
   */
  static GateStore inMemory() {
    return inMemory(InstantSource.system());
  }

  /** Returns a store in memory with a clock of its own. */
  static GateStore inMemory(InstantSource clock) {
    return new InMemoryGateStore(clock);
  }

  /**
   * Opens a gate. Under a key whose gate is undecided, takes that one over for the opening's turn
   * and node. Under a key that was decided, returns the decision if it can still be used: a
   * resolved one that started no tool and whose value is known, and a rejected one that no waiter
   * ever got. Otherwise opens a new gate which names the earlier one.
   */
  Opened open(Opening opening);

  /** Returns whether an opening under the key would give a decision back. Changes nothing. */
  boolean answers(Scope scope, String key);

  /** Returns whether payloads and values stay as long as their gates; turns can wait only then. */
  default boolean keepsContent() {
    return true;
  }

  /**
   * Settles an open gate. If it is not open, or its time is over, the attempt is recorded as
   * refused; an overdue gate is settled as timed out by it.
   *
   * @throws dev.adk4j.error.AdkException {@code E_GATE_NOT_FOUND}
   */
  Settled settle(Attempt attempt);

  /** Accepts a provisional decision; false when it is not the gate's any more. */
  boolean confirm(String tenant, String ref, String decisionId, boolean edited);

  /**
   * Refuses the gate's decision as invalid, forgets its value, and opens the gate again for the
   * node; false when it is not the gate's any more.
   *
   * @param detail what is wrong with the value; content
   */
  boolean reopen(String tenant, String ref, String decisionId, String detail, String node);

  /**
   * Counts an attempt that changed nothing and keeps it, without value and comment, as one of the
   * newest {@value #REFUSALS_KEPT}; older ones are dropped. {@link
   * GateDecisionRecord.Refusal#FOREIGN_TENANT} is counted and kept apart.
   *
   * @param detail what was wrong; content
   */
  void refuse(Attempt attempt, GateDecisionRecord.Refusal refusal, @Nullable String detail);

  /** Settles the gate as timed out if its time is over, and returns it as it is then. */
  Optional<GateRecord> expire(String tenant, String ref);

  /** Notes that the waiter has the decision; from then on, a store without content forgets it. */
  void delivered(String tenant, String ref);

  /**
   * Returns the gate of that name.
   *
   * @param tenant null for whatever tenant it belongs to
   */
  Optional<GateRecord> find(@Nullable String tenant, String ref);

  /**
   * Returns the newest gate that a turn asked for under that id.
   *
   * @param tenant null for all tenants
   */
  Optional<GateRecord> find(@Nullable String tenant, String turnId, String gateId);

  List<GateRecord> list(GateQuery query);

  /**
   * Returns a page of the attempts to settle the gate, oldest first: the decision that counts and
   * the refused ones that are kept.
   *
   * @param foreign true for attempts from other tenants alone, which are for operators only; false
   *     for all others
   * @param after {@link GateDecisionRecord#id()} of the last one seen; null for the first page
   * @param limit 1 or more
   */
  List<GateDecisionRecord> decisions(
      String tenant, String ref, boolean foreign, @Nullable String after, int limit);

  Optional<GateDecisionRecord> decision(String tenant, String decisionId);

  /**
   * Notes that the accepted decision starts its tool, durably before this returns; false when it
   * did so before, or does not count.
   */
  boolean begin(String tenant, String decisionId, String tool, String digest, String node);

  /** Notes how the started tool ended. */
  void end(String tenant, String decisionId, GateDecisionRecord.Outcome outcome);

  /** Notes that the node is alive; once it falls silent, its gates are orphaned. */
  void beat(String node);

  /**
   * Settles overdue gates whose node is gone, and notes unknown outcomes of tools whose node is;
   * returns their number.
   *
   * @param tenant null for all tenants
   */
  int sweep(@Nullable String tenant);

  Counts counts();

  Watch watch(Watcher watcher);

  /**
   * Gate that a process is about to wait for.
   *
   * @param ref a fresh UUID, used unless the key names a gate that is there
   * @param key null for none; always null without a conversation
   * @param payload what is to be decided on
   * @param toolCallId id that the record of the tool's call will have; null for none
   * @param timeout counted by the store's clock; null for none
   * @param node the process that waits; {@link #NOBODY} for the gate of a turn that ended
   */
  record Opening(
      String ref,
      Scope scope,
      String turnId,
      String gateId,
      @Nullable String key,
      String reason,
      @Nullable JsonValue payload,
      boolean hasSchema,
      @Nullable String tool,
      @Nullable String checksum,
      @Nullable String toolCallId,
      @Nullable Duration timeout,
      String node) {

    /** The node of a gate for which no process waits: its turn goes on when it is decided. */
    public static final String NOBODY = "waiting-turn";

    /** Leaves the content out. */
    @Override
    public String toString() {
      return "Opening[" + ref + ", " + reason + "]";
    }
  }

  /**
   * Result of an opening.
   *
   * @param gate the new gate, the one that was open under the key, or the one decided before
   * @param answer the decision that was made under the key while nobody waited; null when somebody
   *     has to decide
   */
  record Opened(GateRecord gate, @Nullable GateDecisionRecord answer) {}

  /**
   * Attempt to settle a gate, to be recorded.
   *
   * @param decisionId a fresh UUID
   * @param ref of the gate
   * @param value null unless it resolves with JSON
   * @param provisional true when the value has to be checked elsewhere first
   */
  record Attempt(
      String decisionId,
      String tenant,
      String ref,
      GateDecision.Kind kind,
      GateActor actor,
      @Nullable JsonValue value,
      boolean edited,
      @Nullable String comment,
      boolean provisional) {

    /** Returns false when the value is no JSON, so that only this process can use it. */
    public boolean valueKept() {
      return value != null || kind != GateDecision.Kind.RESOLVE;
    }

    /** Returns the attempt of a gate's turn, or of its timeout: no person, no value. */
    public static Attempt byTurn(String tenant, String ref, GateDecision.Kind kind) {
      GateActor turn = GateActor.process(GateActor.TURN);
      return new Attempt(Ids.next(), tenant, ref, kind, turn, null, false, null, false);
    }

    /** Leaves the content out. */
    @Override
    public String toString() {
      return "Attempt[" + ref + ", " + kind.wire() + "]";
    }
  }

  /**
   * Result of an attempt.
   *
   * @param won true when it is the decision that counts
   * @param gate as it is now
   */
  record Settled(boolean won, GateRecord gate) {}

  /**
   * Number of gates that wait for a decision.
   *
   * @param open all of them
   * @param orphaned those of them whose process is gone
   */
  record Counts(long open, long orphaned) {}

  /**
   * Name of a gate.
   *
   * @param ref its {@link GateRecord#ref()}
   */
  record Name(String tenant, String ref) {}

  /** Process that waits for gates of a store. Called from any thread; must not block. */
  interface Watcher {

    /** Returns the gates it waits for now; a snapshot. */
    Set<Name> waiting();

    /** Looks at the gate of that {@link GateRecord#ref()}: it may have changed, or is gone. */
    void changed(String ref);
  }

  /** Tells a {@link Watcher} of changes until it is closed. */
  interface Watch extends Subscription {

    /** Notes that the watcher has begun to wait for something. */
    default void wake() {}
  }
}

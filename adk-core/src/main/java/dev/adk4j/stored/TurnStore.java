// Longer than others: one port, of which two thirds are the promises that each implementation
// keeps.
package dev.adk4j.stored;

import dev.adk4j.abort.Subscription;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores durable turns and turns that wait for approvals, and lets one process at a time resume
 * each. For the engine and {@link TurnResumer}. Times are those of the store's clock.
 *
 * <p>A claim carries a {@link StoredTurn#token()}. A process that claims a turn after the lease of
 * the last claim ran out, or that {@link #take takes} the turn, invalidates the last claim. The
 * holder of that claim can change nothing any more; its calls fail with {@code E_TURN_FENCED}.
 *
 * <p>Durable turns of one conversation run one after another in the order of their acceptance,
 * after those that wait. The store makes the next turn ready when a turn ends.
 *
 * <p>Thread-safe. Fails with {@code E_STORAGE_UNAVAILABLE} while the store cannot be reached.
 */
@NoJsonForm
public interface TurnStore {

  /**
   * Returns a store in the memory of this process, for tests and applications without a database.
   * It keeps the newest 10,000 settled gates and as many ended turns.
   */
  static TurnStore inMemory() {
    return inMemory(InstantSource.system());
  }

  /** Returns a store in memory with its own clock. */
  static TurnStore inMemory(InstantSource clock) {
    return new InMemoryTurnStore(clock);
  }

  /**
   * Opens the gates and stores the turn, both or neither. If the store takes part in the storage's
   * unit of work that runs on this thread, this happens within it, otherwise at once. A claimed
   * turn waits again after this, and its claim ends.
   *
   * @param gates by the id of the call that needs them
   * @param saved receives the turn with its gates' references before this method or the unit
   *     returns; the last call counts
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} if the turn's claim was lost, {@code
   *     E_STORAGE_CONFLICT} if a turn that was never claimed has the id of another turn
   */
  void save(StoredTurn turn, Map<String, Opening> gates, Consumer<StoredTurn> saved);

  /**
   * Accepts a durable turn: {@code READY} if its conversation has no other turn that has not ended,
   * {@code QUEUED} otherwise.
   *
   * @param turn a turn in phase {@code ACCEPTED}, with an acceptance
   * @param maxQueued the number of turns that may be queued in the conversation
   * @param within the caller's own transaction, which is neither committed nor rolled back here;
   *     null to use a transaction of the store
   * @return the turn as it is stored; the earlier turn if the same request was accepted before
   * @throws dev.adk4j.error.AdkException {@code E_STORAGE_CONFLICT} if a request with the same key
   *     had another content, {@code E_LIMIT_REACHED} if the queue is full
   */
  Accepted accept(StoredTurn turn, int maxQueued, TurnQueue.@Nullable Transaction within);

  /**
   * The outcome of {@link #accept}.
   *
   * @param isNew false if the request was accepted before
   */
  record Accepted(StoredTurn turn, boolean isNew) {}

  /**
   * Sets the queue that is notified of durable turns that become ready: within the transaction, and
   * after its commit. The last queue set counts.
   */
  void queue(TurnQueue queue);

  /**
   * Stores the calls that the model of a claimed durable turn asks for, before any of them starts.
   * If the store takes part in the storage's unit of work that runs on this thread, the calls are
   * stored within it, and so with the answer. Calls that are marked as started count as {@linkplain
   * #start started}. Calls that are stored already are not stored again.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} if the claim was lost
   */
  void ask(StoredTurn turn);

  /**
   * Records that records of these calls are stored, within the unit of work as {@link #ask} does.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} if the claim was lost
   */
  void done(StoredTurn turn, Collection<String> callIds);

  /**
   * Checks the claim, and prevents other processes from taking it until the unit of work that runs
   * on this thread has ended.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} if the claim was lost
   */
  void hold(StoredTurn turn);

  /**
   * Claims a turn as {@link #claim} does, also from its present holder; empty if it has ended, is
   * queued, or is unknown.
   */
  Optional<StoredTurn> take(String tenant, String turnId, String node, Duration lease);

  /** Returns the durable turn of the conversation that was accepted under the key. */
  Optional<StoredTurn> findByKey(Scope scope, String key);

  /** Returns the turn with this id in any conversation. */
  Optional<StoredTurn> find(String tenant, String turnId);

  /** Returns the turn of the conversation. */
  Optional<StoredTurn> find(Scope scope, String turnId);

  /**
   * Makes a waiting turn due in the queue if all its gates are decided, in one round trip. The
   * caller calls {@link TurnQueue#committed} then.
   *
   * @return false if it did not: another gate is open, or turn and queue are not in one database
   */
  default boolean wake(TurnQueue.Turn turn) {
    return false;
  }

  /** Returns the conversation's turns that have not ended, oldest first. */
  List<StoredTurn> open(Scope scope);

  /**
   * Returns turns of all tenants that no process runs and that could resume: durable turns that are
   * ready, and turns whose gates were all decided; longest waiting first. Makes turns ready that
   * were forgotten in their queue.
   */
  List<StoredTurn> ready(int limit);

  /** Returns the same without turns that are only ready to begin: a queue knows of those. */
  List<StoredTurn> resting(int limit);

  /** Returns the counts of events of this store's turns in this process; always the same object. */
  TurnCounts here();

  /** Counts the turns of all tenants that have not ended. */
  Counts counts();

  /**
   * Number of turns that have not ended.
   *
   * @param waiting turns that rest
   * @param running turns that a process runs
   * @param queued turns that were accepted and wait for other turns of their conversation
   * @param ready turns that were accepted and are next
   */
  record Counts(long waiting, long running, long queued, long ready) {}

  /**
   * Claims a turn that no process runs, or whose last claim ran out; empty if a process runs it, or
   * if the turn is queued or has ended. Does not check gates.
   *
   * @param node the name of the process
   */
  Optional<StoredTurn> claim(String tenant, String turnId, String node, Duration lease);

  /** Extends a claim. Returns false if it was lost. */
  boolean renew(StoredTurn turn, Duration lease);

  /**
   * Records that a call that needs no approval starts, durably before this returns. Returns false
   * if it was started before, or if the claim was lost.
   */
  boolean start(StoredTurn turn, String callId);

  /**
   * Records the progress of the turn. If the store takes part in the storage's unit of work that
   * runs on this thread, this happens within it. A turn that has unread messages is not {@code
   * ANSWERED} but {@code CALLED}: its model is called next.
   *
   * @param sent receives the messages sent to the turn before this method or the unit returns; the
   *     last call counts, and after {@code ANSWERED} no more messages are accepted
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} if the claim was lost, which rolls
   *     back the unit
   */
  void advance(StoredTurn turn, Consumer<StoredTurn.Inbox> sent);

  /** Records the progress outside of a unit of work. */
  default StoredTurn.Inbox advance(StoredTurn turn) {
    AtomicReference<StoredTurn.Inbox> inbox = new AtomicReference<>(turn.inbox());
    advance(turn, inbox::set);
    return inbox.get();
  }

  /**
   * Sends a message to the durable turn of the conversation that has begun or is next, unless that
   * turn has answered or is asked to stop. The turn receives it exactly once. If the turn ends
   * before that, {@link #finish} creates a further turn from the unread messages.
   *
   * @param maxUnread the number of messages that may be unread
   * @return the turn's id, also if the same message was sent before; empty if no turn accepts it
   * @throws dev.adk4j.error.AdkException {@code E_STORAGE_CONFLICT} if a message with the same key
   *     had another content, {@code E_LIMIT_REACHED} if too many messages are unread
   */
  Optional<String> steer(Scope scope, Letter letter, int maxUnread);

  /**
   * A message to a turn that runs.
   *
   * @param n its number among the messages of the turn, from 1; 0 before it is sent
   * @param key the sender's own name of the message; null for none
   * @param fingerprint differs between messages that do not have the same content
   * @param message the message as JSON
   */
  record Letter(long n, @Nullable String key, String fingerprint, JsonValue message) {
    /** Omits the content. */
    @Override
    public String toString() {
      return "Letter[" + n + "]";
    }
  }

  /** Returns the messages that a claimed turn has not received, oldest first. */
  List<Letter> unread(StoredTurn turn);

  /**
   * Records that the turn has received the messages up to that number, within the unit of work as
   * {@link #ask} does.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} if the claim was lost
   */
  void read(StoredTurn turn, long upTo);

  /**
   * Asks a turn to stop. A turn that no process can claim, because it is queued or failed, is
   * aborted at once. Every other turn is ended by the process that runs it or claims it next.
   *
   * @return false if the turn had been completed or aborted, or is unknown
   */
  boolean stop(Scope scope, String turnId);

  /** Returns turns of all tenants that were asked to stop and have not ended. */
  List<StoredTurn> stopping();

  /**
   * Releases a claim, which then does not count as an attempt. A durable turn is ready again unless
   * one of its gates is open; every other turn waits again. Returns false if the claim was lost.
   */
  boolean release(StoredTurn turn);

  /**
   * Records how the turn ended, and makes the next durable turn of its conversation ready. Returns
   * false if the claim was lost. Messages that the turn did not read become the input of a further
   * turn, the last of the queue. If the store takes part in the storage's unit of work that runs on
   * this thread, this happens within it, and a lost claim rolls back the unit with {@code
   * E_TURN_FENCED}.
   *
   * @param end a final state
   * @param error the code of the failure; null for none
   */
  boolean finish(StoredTurn turn, StoredTurn.State end, @Nullable String error);

  /** Lists stored turns of all conversations, oldest first. */
  List<Listed> list(Search search);

  /**
   * A search for stored turns.
   *
   * @param tenant the only tenant; null for all
   * @param turnId the only turn, in each tenant; null for all
   * @param states the states; empty for all
   * @param after the place of the last turn of the previous page; null for the first page
   * @param limit the maximum number of turns
   */
  record Search(
      @Nullable String tenant,
      @Nullable String turnId,
      Set<StoredTurn.State> states,
      @Nullable Place after,
      int limit) {}

  /** A place in the list. */
  record Place(long createdAt, String tenant, String turnId) {
    /** Returns the place of a turn. */
    public static Place of(StoredTurn turn) {
      return new Place(turn.createdAt().toEpochMilli(), turn.scope().tenant(), turn.turnId());
    }
  }

  /**
   * A stored turn, without its calls and without content except for the memo.
   *
   * @param node the process that runs it, or ran it last; null before the first claim
   */
  record Listed(StoredTurn turn, @Nullable String node) {}

  /**
   * Lets a failed durable turn begin its attempts again from its last stored iteration, as the next
   * turn of its conversation, before the queued ones. Returns false if no such failed turn exists.
   */
  boolean retry(String tenant, String turnId);

  /**
   * Returns the schedules that are stored next to the turns; empty if schedules do not outlive the
   * process.
   */
  default Optional<TurnSchedules> schedules() {
    return Optional.empty();
  }

  /** Number of refused attempts of a gate that are kept, and as many attempts of other tenants. */
  int REFUSALS_KEPT = 100;

  /**
   * Opens a gate. If the key names an undecided gate, that gate is taken over for the opening's
   * turn and node. If the key names a decided gate, the decision is returned if it can still be
   * used: a resolved one that started no tool and whose value is known, or a rejected one that no
   * waiter received. Otherwise opens a new gate that names the earlier one.
   */
  Opened openGate(Opening opening);

  /** Returns true if an opening under the key would return a decision. Changes nothing. */
  boolean answers(Scope scope, String key);

  /**
   * Returns true if payloads and values are kept as long as their gates. Turns can wait only in
   * such a store.
   */
  default boolean keepsContent() {
    return true;
  }

  /**
   * Settles an open gate. If the gate is not open, or its time is over, the attempt is recorded as
   * refused; the attempt settles an overdue gate as timed out.
   *
   * @throws dev.adk4j.error.AdkException {@code E_GATE_NOT_FOUND}
   */
  Settled settle(Attempt attempt);

  /** Accepts a provisional decision. Returns false if the gate does not have it any more. */
  boolean confirm(String tenant, String ref, String decisionId, boolean edited);

  /**
   * Refuses the gate's decision as invalid, removes its value, and reopens the gate for the node.
   * Returns false if the gate does not have that decision any more.
   *
   * @param detail the problem with the value; content
   */
  boolean reopen(String tenant, String ref, String decisionId, String detail, String node);

  /**
   * Counts an attempt that changed nothing and keeps it, without value and comment, as one of the
   * newest {@value #REFUSALS_KEPT}; older attempts are removed. Attempts refused as {@link
   * GateDecisionRecord.Refusal#FOREIGN_TENANT} are counted and kept separately.
   *
   * @param detail the problem; content
   */
  void refuse(Attempt attempt, GateDecisionRecord.Refusal refusal, @Nullable String detail);

  /** Settles the gate as timed out if its time is over. Returns the gate after that. */
  Optional<GateRecord> expire(String tenant, String ref);

  /** Records that the waiter has the decision; from then on, a store without content forgets it. */
  void delivered(String tenant, String ref);

  /**
   * Returns the gate with this reference.
   *
   * @param tenant the tenant of the gate; null for any tenant
   */
  Optional<GateRecord> gate(@Nullable String tenant, String ref);

  /** Returns the gate with its decision. */
  default Optional<Decided> decided(String tenant, String ref) {
    return gate(tenant, ref).map(gate -> new Decided(gate, decision(gate).orElse(null)));
  }

  /**
   * Returns the newest gate that a turn requested under that id.
   *
   * @param tenant null for all tenants
   */
  Optional<GateRecord> gate(@Nullable String tenant, String turnId, String gateId);

  List<GateRecord> gates(GateQuery query);

  /**
   * Returns a page of the attempts to settle the gate, oldest first: the decision that counts and
   * the refused attempts that are kept.
   *
   * @param foreign true for the attempts of other tenants only, which only operators may see; false
   *     for all others
   * @param after {@link GateDecisionRecord#id()} of the last attempt seen; null for the first page
   * @param limit 1 or more
   */
  List<GateDecisionRecord> decisions(
      String tenant, String ref, boolean foreign, @Nullable String after, int limit);

  Optional<GateDecisionRecord> decision(String tenant, String decisionId);

  /** Returns the decision that the gate had when it was read. */
  default Optional<GateDecisionRecord> decision(GateRecord gate) {
    return Optional.ofNullable(gate.decisionId()).flatMap(id -> decision(gate.tenant(), id));
  }

  /**
   * Records that the accepted decision starts its tool, durably before this returns. Returns false
   * if it started the tool before, or does not count.
   */
  boolean startTool(String tenant, String decisionId, String tool, String digest, String node);

  /** Records how the started tool ended. */
  void endTool(String tenant, String decisionId, GateDecisionRecord.Outcome outcome);

  /** Records that the node is alive. If a node stays silent, its gates become orphaned. */
  void beat(String node);

  /**
   * Settles overdue gates whose node is gone, and records unknown outcomes of tools whose node is
   * gone. Returns their number.
   *
   * @param tenant null for all tenants
   */
  int sweep(@Nullable String tenant);

  GateCounts gateCounts();

  Watch watch(Watcher watcher);

  /**
   * Gate that a process is about to wait for.
   *
   * @param ref a new UUID, used unless the key names an existing gate
   * @param key null for none; always null without a conversation
   * @param payload the subject of the decision
   * @param toolCallId the id that the record of the tool's call will have; null for none
   * @param timeout measured by the store's clock; null for none
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

    /** The node of a gate for which no process waits: its turn resumes when the gate is decided. */
    public static final String NOBODY = "waiting-turn";

    /** Omits the content. */
    @Override
    public String toString() {
      return "Opening[" + ref + ", " + reason + "]";
    }
  }

  /**
   * A gate and the decision that it has now.
   *
   * @param decision null if it has none
   */
  record Decided(GateRecord gate, @Nullable GateDecisionRecord decision) {}

  /**
   * Result of an opening.
   *
   * @param gate the new gate, the gate that was open under the key, or the one decided before
   * @param answer the decision that was made under the key while no process waited; null if the
   *     gate must be decided
   */
  record Opened(GateRecord gate, @Nullable GateDecisionRecord answer) {}

  /**
   * Attempt to settle a gate, to be recorded.
   *
   * @param decisionId a new UUID
   * @param ref the reference of the gate
   * @param value null unless the attempt resolves the gate with JSON
   * @param provisional true if the value must first be checked in another process
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

    /** Returns false if the value is not JSON, so that only this process can use it. */
    public boolean valueKept() {
      return value != null || kind != GateDecision.Kind.RESOLVE;
    }

    /** Returns the attempt of a gate's turn, or of its timeout: no person, no value. */
    public static Attempt byTurn(String tenant, String ref, GateDecision.Kind kind) {
      GateActor turn = GateActor.process(GateActor.TURN);
      return new Attempt(Ids.next(), tenant, ref, kind, turn, null, false, null, false);
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Attempt[" + ref + ", " + kind.wire() + "]";
    }
  }

  /**
   * Result of an attempt.
   *
   * @param won true if it is the decision that counts
   * @param gate the gate after the attempt
   */
  record Settled(boolean won, GateRecord gate) {}

  /**
   * Number of gates that wait for a decision.
   *
   * @param open all such gates
   * @param orphaned those whose process is gone
   */
  record GateCounts(long open, long orphaned) {}

  /**
   * Name of a gate.
   *
   * @param ref its {@link GateRecord#ref()}
   */
  record GateName(String tenant, String ref) {}

  /** Process that waits for gates of a store. Called from any thread; must not block. */
  interface Watcher {

    /** Returns the gates that the process waits for now, as a snapshot. */
    Set<GateName> waiting();

    /**
     * Checks the gate with this {@link GateRecord#ref()}, which may have changed or been removed.
     */
    void changed(String ref);
  }

  /** Notifies a {@link Watcher} of changes until it is closed. */
  interface Watch extends Subscription {

    /** Called when the watcher has begun to wait for something. */
    default void wake() {}
  }
}

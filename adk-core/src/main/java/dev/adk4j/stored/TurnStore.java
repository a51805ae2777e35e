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
 * Keeps turns that wait for approvals and durable turns, and lets one process at a time go on with
 * each. For the engine and {@link TurnResumer}. Times are the store's own.
 *
 * <p>A claim carries a {@link StoredTurn#token()}. Whoever claims a turn after the lease of the
 * last claim ran out, or {@link #take takes} it, makes that claim worthless: its holder can change
 * nothing any more, and is told so with {@code E_TURN_FENCED}.
 *
 * <p>Durable turns of one conversation run one after another in the order of their acceptance, and
 * behind those that wait: the store makes the next one ready when a turn ends.
 *
 * <p>Thread-safe. Fails with {@code E_STORAGE_UNAVAILABLE} while it cannot be reached.
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

  /** Returns a store in memory with a clock of its own. */
  static TurnStore inMemory(InstantSource clock) {
    return new InMemoryTurnStore(clock);
  }

  /**
   * Opens the gates and stores the turn, both or neither: within the storage's unit of work that
   * runs on this thread where the store takes part in it, else at once. A turn that is claimed
   * waits anew with that, and its claim is over.
   *
   * @param gates by the id of the call that needs them
   * @param saved is given the turn with its gates' references before this or the unit returns; the
   *     last time counts
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the turn's claim was lost,
   *     {@code E_STORAGE_CONFLICT} where a turn that was never claimed has the id of another one
   */
  void save(StoredTurn turn, Map<String, Opening> gates, Consumer<StoredTurn> saved);

  /**
   * Accepts a durable turn: {@code READY} where its conversation has no other turn that has not
   * ended, {@code QUEUED} otherwise.
   *
   * @param turn in phase {@code ACCEPTED}, with an acceptance
   * @param maxQueued how many turns may be queued in the conversation
   * @param within the caller's own transaction, which is neither committed nor rolled back here;
   *     null for one of the store
   * @return the turn as it is stored; the earlier one where the same request was accepted before
   * @throws dev.adk4j.error.AdkException {@code E_STORAGE_CONFLICT} where a request with the same
   *     key said something else, {@code E_LIMIT_REACHED} where the queue is full
   */
  Accepted accept(StoredTurn turn, int maxQueued, TurnQueue.@Nullable Transaction within);

  /**
   * The outcome of {@link #accept}.
   *
   * @param isNew false where the request was accepted before
   */
  record Accepted(StoredTurn turn, boolean isNew) {}

  /**
   * Names what is told of durable turns that become ready: within the transaction, and after its
   * commit. The last one counts.
   */
  void queue(TurnQueue queue);

  /**
   * Stores the calls that the model of a claimed durable turn asks for, before any of them starts:
   * within the storage's unit of work that runs on this thread where the store takes part in it, so
   * with the answer. Those that are marked as started count as {@linkplain #start started}.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the claim was lost
   */
  void ask(StoredTurn turn);

  /**
   * Notes that records of these calls are stored, within the unit of work as {@link #ask}.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the claim was lost
   */
  void done(StoredTurn turn, Collection<String> callIds);

  /**
   * Checks the claim, and keeps it from being taken until the unit of work that runs on this thread
   * has ended.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the claim was lost
   */
  void hold(StoredTurn turn);

  /**
   * Claims a turn as {@link #claim}, also from whoever holds it; empty where it has ended, is
   * queued, or is unknown.
   */
  Optional<StoredTurn> take(String tenant, String turnId, String node, Duration lease);

  /** The durable turn of that conversation that was accepted under the key. */
  Optional<StoredTurn> findByKey(Scope scope, String key);

  /** The turn of that id in whichever conversation. */
  Optional<StoredTurn> find(String tenant, String turnId);

  /** The turn of that conversation. */
  Optional<StoredTurn> find(Scope scope, String turnId);

  /** The newest turn that waits, or waited, for the gate. */
  Optional<StoredTurn> findByGate(String tenant, String gate);

  /** The conversation's turns that have not ended, oldest first. */
  List<StoredTurn> open(Scope scope);

  /**
   * Turns of all tenants that nobody works on and that could go on: durable ones that are ready,
   * and those whose gates were all decided; longest waiting first. Makes turns ready that were
   * forgotten in their queue.
   */
  List<StoredTurn> ready(int limit);

  /** The same without turns that are only ready to begin: those a queue knows of. */
  List<StoredTurn> resting(int limit);

  /** Returns what happened to turns of this store in this process; always the same object. */
  TurnCounts here();

  /** Counts the turns of all tenants that have not ended. */
  Counts counts();

  /**
   * Number of turns that have not ended.
   *
   * @param waiting those that rest
   * @param running those that a process goes on with
   * @param queued those that were accepted, and wait for their turn in the conversation
   * @param ready those that were accepted and are next
   */
  record Counts(long waiting, long running, long queued, long ready) {

    /** Without durable turns that have not begun. */
    public Counts(long waiting, long running) {
      this(waiting, running, 0, 0);
    }
  }

  /**
   * Claims a turn that nobody works on, or whose last claim ran out; empty where somebody does, or
   * the turn is queued or has ended. Does not look at gates.
   *
   * @param node names the process
   */
  Optional<StoredTurn> claim(String tenant, String turnId, String node, Duration lease);

  /** Lengthens a claim; false where it was lost. */
  boolean renew(StoredTurn turn, Duration lease);

  /**
   * Notes that a call which needs no approval starts, durably before this returns; false where it
   * was started before, or the claim was lost.
   */
  boolean start(StoredTurn turn, String callId);

  /**
   * Notes how far the turn has come, within the storage's unit of work that runs on this thread
   * where the store takes part in it. A turn that has unread messages is not {@code ANSWERED} but
   * {@code CALLED}: its model is next.
   *
   * @param sent is given what was sent to the turn before this or the unit returns; the last time
   *     counts, and after {@code ANSWERED} nothing more is sent
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the claim was lost, which
   *     rolls back the unit
   */
  void advance(StoredTurn turn, Consumer<StoredTurn.Inbox> sent);

  /** The same outside of a unit of work. */
  default StoredTurn.Inbox advance(StoredTurn turn) {
    AtomicReference<StoredTurn.Inbox> inbox = new AtomicReference<>(turn.inbox());
    advance(turn, inbox::set);
    return inbox.get();
  }

  /**
   * Sends a message to the durable turn of the conversation that has begun or is next, unless it
   * has answered or is asked to stop. It has it exactly once; where it ends without, {@link
   * #finish} makes a turn of what it did not read.
   *
   * @param maxUnread how many messages may wait for the turn to read them
   * @return the turn's id, also where the same message was sent before; empty where no turn takes
   *     it
   * @throws dev.adk4j.error.AdkException {@code E_STORAGE_CONFLICT} where a message with the same
   *     key said something else, {@code E_LIMIT_REACHED} where too many are unread
   */
  Optional<String> steer(Scope scope, Letter letter, int maxUnread);

  /**
   * A message to a turn that works.
   *
   * @param n its number among those of the turn, from 1; 0 before it is sent
   * @param key the sender's own name of it; null for none
   * @param fingerprint differs between messages that do not say the same
   * @param message as JSON
   */
  record Letter(long n, @Nullable String key, String fingerprint, JsonValue message) {
    /** Never the content. */
    @Override
    public String toString() {
      return "Letter[" + n + "]";
    }
  }

  /** Returns the messages that a claimed turn does not have, oldest first. */
  List<Letter> unread(StoredTurn turn);

  /**
   * Notes that the turn has the messages up to that number, within the unit of work as {@link
   * #ask}.
   *
   * @throws dev.adk4j.error.AdkException {@code E_TURN_FENCED} where the claim was lost
   */
  void read(StoredTurn turn, long upTo);

  /**
   * Asks a turn to stop. One that nobody can claim, since it is queued or failed, is aborted with
   * that; any other is ended by whoever has it or claims it next.
   *
   * @return false where it had been completed or aborted, or is unknown
   */
  boolean stop(Scope scope, String turnId);

  /** Turns of all tenants that were asked to stop and have not ended. */
  List<StoredTurn> stopping();

  /**
   * Gives a claim back, which does not count as an attempt: a durable turn is ready again unless
   * one of its gates is open, every other turn waits again. False where it was lost.
   */
  boolean release(StoredTurn turn);

  /**
   * Notes how the turn ended, and makes the next durable one of its conversation ready; false where
   * the claim was lost. Messages that it did not read are the input of a further turn, the last of
   * the queue. Within the storage's unit of work that runs on this thread where the store takes
   * part in it: then a lost claim rolls back the unit with {@code E_TURN_FENCED}.
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
   * @param states empty for all
   * @param after the place of the last one of the page before; null for the first page
   * @param limit how many at most
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
   * @param node the process that runs it, or did last; null before the first claim
   */
  record Listed(StoredTurn turn, @Nullable String node) {}

  /**
   * Lets a durable turn that failed begin its attempts anew, from its last stored iteration: next
   * in its conversation, before those that are queued. False where there is none that failed.
   */
  boolean retry(String tenant, String turnId);

  /** Returns the schedules that are kept beside the turns; empty where none outlive the process. */
  default Optional<TurnSchedules> schedules() {
    return Optional.empty();
  }

  /** Number of a gate's refused attempts that are kept; and as many of those from other tenants. */
  int REFUSALS_KEPT = 100;

  /**
   * Opens a gate. Under a key whose gate is undecided, takes that one over for the opening's turn
   * and node. Under a key that was decided, returns the decision if it can still be used: a
   * resolved one that started no tool and whose value is known, and a rejected one that no waiter
   * ever got. Otherwise opens a new gate which names the earlier one.
   */
  Opened openGate(Opening opening);

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
  Optional<GateRecord> gate(@Nullable String tenant, String ref);

  /**
   * Returns the newest gate that a turn asked for under that id.
   *
   * @param tenant null for all tenants
   */
  Optional<GateRecord> gate(@Nullable String tenant, String turnId, String gateId);

  List<GateRecord> gates(GateQuery query);

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
  boolean startTool(String tenant, String decisionId, String tool, String digest, String node);

  /** Notes how the started tool ended. */
  void endTool(String tenant, String decisionId, GateDecisionRecord.Outcome outcome);

  /** Notes that the node is alive; once it falls silent, its gates are orphaned. */
  void beat(String node);

  /**
   * Settles overdue gates whose node is gone, and notes unknown outcomes of tools whose node is;
   * returns their number.
   *
   * @param tenant null for all tenants
   */
  int sweep(@Nullable String tenant);

  GateCounts gateCounts();

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
  record GateCounts(long open, long orphaned) {}

  /**
   * Name of a gate.
   *
   * @param ref its {@link GateRecord#ref()}
   */
  record GateName(String tenant, String ref) {}

  /** Process that waits for gates of a store. Called from any thread; must not block. */
  interface Watcher {

    /** Returns the gates it waits for now; a snapshot. */
    Set<GateName> waiting();

    /** Looks at the gate of that {@link GateRecord#ref()}: it may have changed, or is gone. */
    void changed(String ref);
  }

  /** Tells a {@link Watcher} of changes until it is closed. */
  interface Watch extends Subscription {

    /** Notes that the watcher has begun to wait for something. */
    default void wake() {}
  }
}

package dev.adk4j.stored;

import dev.adk4j.gate.GateStore;
import dev.adk4j.internal.NoJsonForm;
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

  /** In the memory of this process, for tests and applications without a database. */
  static TurnStore inMemory(GateStore gates) {
    return inMemory(gates, InstantSource.system());
  }

  /** The same with a clock. */
  static TurnStore inMemory(GateStore gates, InstantSource clock) {
    return new InMemoryTurnStore(gates, clock);
  }

  /** Returns the store of the gates that the turns wait for. */
  GateStore gates();

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
  void save(StoredTurn turn, Map<String, GateStore.Opening> gates, Consumer<StoredTurn> saved);

  /**
   * Accepts a durable turn: {@code READY} where its conversation has no other turn that has not
   * ended, {@code QUEUED} otherwise.
   *
   * @param turn in phase {@code ACCEPTED}, with an acceptance
   * @param mostQueued how many turns may be queued in the conversation
   * @param within the caller's own transaction, which is neither committed nor rolled back here;
   *     null for one of the store
   * @return the turn as it is stored; the earlier one where the same request was accepted before
   * @throws dev.adk4j.error.AdkException {@code E_STORAGE_CONFLICT} where a request with the same
   *     key said something else, {@code E_LIMIT_REACHED} where the queue is full
   */
  Accepted accept(StoredTurn turn, int mostQueued, TurnQueue.@Nullable Transaction within);

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
   * @param mostUnread how many messages may wait for the turn to read them
   * @return the turn's id, also where the same message was sent before; empty where no turn takes
   *     it
   * @throws dev.adk4j.error.AdkException {@code E_STORAGE_CONFLICT} where a message with the same
   *     key said something else, {@code E_LIMIT_REACHED} where too many are unread
   */
  Optional<String> steer(Scope scope, Letter letter, int mostUnread);

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
}

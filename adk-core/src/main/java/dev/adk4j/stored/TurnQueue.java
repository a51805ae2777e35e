package dev.adk4j.stored;

import dev.adk4j.internal.NoJsonForm;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the process that runs a durable turn, and the time. A scheduler usually implements it;
 * without one, the processes look into the store by themselves. A queue need not know how a turn
 * runs, which data is stored, or who may write. It may run a turn twice; the store refuses all
 * writes of the older run.
 *
 * <p>Thread-safe.
 */
@NoJsonForm
public interface TurnQueue extends AutoCloseable {

  /** The lease of a claim that does not run out. */
  Duration UNLIMITED = Duration.ofDays(3650);

  /**
   * Starts to run turns of this store, now or when the application is ready. Called once, before
   * {@link #wake}.
   */
  void start(Worker worker);

  /**
   * Adds a turn that may run after the commit. The turn is kept or lost with the transaction, which
   * belongs to another thread: this method must not commit it, nor wait for something that needs
   * its locks. Called for a turn that was accepted while its conversation was free, and for the
   * next turn of a conversation when a turn ends. May be called again after a rollback, also for
   * the same turn.
   */
  void enqueue(Turn turn, Transaction transaction);

  /**
   * Runs a turn soon that was added by {@link #enqueue}, in this process if possible. Called after
   * the commit if the store owns the transaction, and never for a transaction of the caller. Calls
   * {@link #wake} by default.
   */
  default void committed(Turn turn) {
    wake(turn);
  }

  /**
   * Runs a turn soon that was added or rests, in this process if possible. Called outside of
   * transactions. Adds a turn that is not known. Does nothing for a turn that runs at the moment,
   * see {@link Worker#isDue}. Several processes may call it for one turn, and calls may be
   * unnecessary.
   */
  void wake(Turn turn);

  /**
   * Lets another process run a turn whose run lost its claim, without waiting for that run to end.
   * Calls {@link #wake} by default, for queues whose runs end by themselves.
   */
  default void giveBack(Turn turn) {
    wake(turn);
  }

  /**
   * Claims a turn for a run that begins now, also from a process that this queue considers dead.
   * The claim does not run out by default: a queue that knows which processes are alive needs no
   * lease.
   *
   * @param node the name of this process
   */
  default Optional<StoredTurn> claim(TurnStore store, Turn turn, String node) {
    return store.take(turn.tenant(), turn.turnId(), node, UNLIMITED);
  }

  /** Starts no more runs. Running ones continue. */
  @Override
  void close();

  /** Names a turn. */
  record Turn(String tenant, String turnId) {
    /** Returns the name of a turn. */
    public static Turn of(StoredTurn turn) {
      return new Turn(turn.scope().tenant(), turn.turnId());
    }
  }

  /** A transaction in which data is stored. */
  interface Transaction {

    /** Returns the underlying object, such as {@code java.sql.Connection}; empty in memory. */
    <T> Optional<T> unwrap(Class<T> type);
  }

  /** Runs turns on behalf of the queue. */
  interface Worker {

    /**
     * Runs a turn on this thread until it has ended, rests, or cannot continue here. The queue
     * calls it again for the same turn only if the last call has returned, or if the process of
     * that call is considered dead; from then on, that other run can write nothing.
     *
     * @return what the queue does with the turn; errors within the run are never thrown
     */
    Result run(Turn turn);

    /**
     * Returns true for a turn that could resume now, and for one that has ended and can be
     * forgotten. The queue must call it once more after it has let a turn rest: the turn may have
     * become ready or been stopped in between.
     */
    boolean isDue(Turn turn);

    /** Stops the run of a turn here, if one exists, since another process resumes the turn. */
    void lose(Turn turn);
  }

  /** Defines what the queue does after a run. */
  enum Next {
    /** Forgets the turn: it has ended, or does not exist any more. */
    FORGET,
    /** Keeps the turn until {@link Result#at}, or until it is woken. */
    REST,
    /** Runs the turn again after a pause, here or elsewhere. */
    AGAIN
  }

  /**
   * The end of a run.
   *
   * @param at the time at which a resting turn is checked again; null if only a wake can resume it
   */
  record Result(Next next, @Nullable Instant at) {}
}

package dev.adk4j.stored;

import dev.adk4j.internal.NoJsonForm;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says which process runs a durable turn, and when. A scheduler stands behind it; without one the
 * processes look into the store by themselves. How a turn runs, what is stored of it and who may
 * write is none of its business: it may run a turn twice, the store refuses all writes of the run
 * that is older.
 *
 * <p>Thread-safe.
 */
@NoJsonForm
public interface TurnQueue extends AutoCloseable {

  /** The lease of a claim that does not run out. */
  Duration UNLIMITED = Duration.ofDays(3650);

  /**
   * Begins to run turns of this store, or does so when the application is ready; called once,
   * before {@link #wake}.
   */
  void start(Worker worker);

  /**
   * Adds a turn that may run from the commit on. Kept or lost with the transaction, which is
   * another thread's business: must not commit it, nor wait for something that needs its locks.
   * Called for a turn that was accepted while its conversation was free, and for the next one of a
   * conversation when a turn ends. May be called again after a rollback, also for the same turn.
   */
  void enqueue(Turn turn, Transaction transaction);

  /**
   * Lets a turn run soon that was added by {@link #enqueue}, here if that is possible. Called after
   * the commit where the store owns the transaction, and never for a transaction of somebody else.
   * By default {@link #wake}.
   */
  default void committed(Turn turn) {
    wake(turn);
  }

  /**
   * Lets a turn run soon that was added, or rests: here if that is possible. Called outside of
   * transactions. Adds a turn that is not known; does nothing for one that runs at the moment, see
   * {@link Worker#isDue}. Called for one turn by several processes, and in vain.
   */
  void wake(Turn turn);

  /**
   * Lets another process run a turn whose run lost its claim, without waiting for that run to end;
   * by default {@link #wake}, for queues whose runs end by themselves.
   */
  default void giveBack(Turn turn) {
    wake(turn);
  }

  /**
   * Claims a turn for a run that begins now, also from a process that this queue takes for dead. By
   * default the claim does not run out: a queue that knows which processes live needs no lease.
   *
   * @param node names this process
   */
  default Optional<StoredTurn> claim(TurnStore store, Turn turn, String node) {
    return store.take(turn.tenant(), turn.turnId(), node, UNLIMITED);
  }

  /** Begins no run more; those that are under way go on. */
  @Override
  void close();

  /** Names a turn. */
  record Turn(String tenant, String turnId) {
    /** Returns the name of a turn. */
    public static Turn of(StoredTurn turn) {
      return new Turn(turn.scope().tenant(), turn.turnId());
    }
  }

  /** A transaction in which something is stored. */
  interface Transaction {

    /** Returns what it is made of, such as {@code java.sql.Connection}; empty in memory. */
    <T> Optional<T> unwrap(Class<T> type);
  }

  /** Runs turns on behalf of the queue. */
  interface Worker {

    /**
     * Runs a turn on this thread until it has ended, rests, or cannot go on here. The queue calls
     * it again for the same turn only when the last call has returned, or the process of that call
     * is taken for dead: from then on that other run can write nothing.
     *
     * @return what becomes of the turn; never throws for what fails within it
     */
    Result run(Turn turn);

    /**
     * Returns true for a turn that could go on now, or has ended and is to be forgotten. To be
     * asked once more when the queue has let a turn rest: what it rested for may have come in
     * between, or somebody stopped it.
     */
    boolean isDue(Turn turn);

    /** Stops the run of a turn here, if there is one, since another process goes on with it. */
    void lose(Turn turn);
  }

  /** Chooses what the queue does after a run. */
  enum Next {
    /** Forgets the turn: it has ended, or is gone. */
    FORGET,
    /** Keeps the turn until {@link Result#at}, or until it is woken. */
    REST,
    /** Runs the turn again after a pause, here or elsewhere. */
    AGAIN
  }

  /**
   * The end of a run.
   *
   * @param at when a turn that rests is to be looked at again; null where only a wake can help
   */
  record Result(Next next, @Nullable Instant at) {}
}

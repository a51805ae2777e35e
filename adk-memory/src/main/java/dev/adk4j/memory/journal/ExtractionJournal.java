package dev.adk4j.memory.journal;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.storage.StorageUnitOfWork;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores captured messages until every store has saved them, and the progress of each store.
 * Thread-safe; each method is one atomic step, also between processes that share the journal. All
 * times come from the journal's own clock, such as the database's, so the processes' clocks need
 * not agree.
 *
 * <p><b>Numbers.</b> Messages of a conversation are numbered from 0. Numbers are unique and
 * increasing, also across restarts and trimming; gaps are allowed. A number becomes visible only
 * after all smaller ones: a transaction that commits late must not add a number that a cursor has
 * passed.
 *
 * <p><b>Saving.</b> {@link #request} records a request and {@link #acquire} takes the lease. {@link
 * #begin} takes one request, or returns the lease if none waits. {@link #unsaved} reads the
 * messages, and {@link #commit} moves the cursor after the store has saved them. A holder that lost
 * its lease changes nothing. After the lease of a dead holder has expired, the next holder acquires
 * it, and the begun request waits again.
 *
 * @since 0.1.0
 */
public interface ExtractionJournal {

  /**
   * Returns the unit of work that {@link #append}, {@link #replace} and {@link #remove} join if it
   * runs on the calling thread; null if they are always separate steps. A journal in the same
   * database as the conversation returns its unit of work, so that both are stored or neither.
   */
  default @Nullable StorageUnitOfWork unitOfWork() {
    return null;
  }

  /** Appends messages in order. A message with an existing id stays unchanged. */
  void append(MemoryConversation conversation, List<MemoryMessage> messages);

  /**
   * Replaces a message under its number if it still exists. Stores that saved it keep their
   * version.
   */
  void replace(MemoryConversation conversation, MemoryMessage message);

  /** Removes a message if it still exists. Its number is not used again. */
  void remove(MemoryConversation conversation, String messageId);

  /** Records the start of a turn. Does nothing for a known turn, open or closed. */
  void openTurn(MemoryConversation conversation, String turnId);

  /**
   * Records the end of a turn.
   *
   * @return true for the first call, even if the turn was never opened; false for later ones, until
   *     the turn is cleaned up
   */
  boolean closeTurn(MemoryConversation conversation, String turnId);

  /** Returns the conversation's open turns. */
  List<OpenTurn> openTurns(MemoryConversation conversation);

  /** Returns at most {@code limit} turns opened at least that long ago, oldest first. */
  List<OpenTurn> overdueTurns(Duration openFor, int limit);

  /** Increments a trigger's counter and returns it, from 1. */
  long count(SaveKey key, String trigger);

  /**
   * Records a request for a save. After {@code failuresBefore} consecutive failures, increments the
   * probe count and accepts the request only if {@link BackOff#acceptsProbe} accepts the new count.
   *
   * @return true if the request was accepted
   */
  boolean request(SaveKey key, BackOff backOff);

  /** Records a request regardless of failures. The probe count stays unchanged. */
  void demand(SaveKey key);

  /**
   * Acquires the lease if there is no valid one. If the former holder's lease expired, its begun
   * request waits again.
   */
  Optional<SaveLease> acquire(SaveKey key, Duration life);

  /** Extends the lease to that long from now. Returns false if the lease is lost. */
  boolean renew(SaveLease lease, Duration life);

  /**
   * Takes the next waiting request, or returns the lease if none waits.
   *
   * @return true if a request was taken; false also if the lease is lost
   */
  boolean begin(SaveLease lease);

  /** Returns the messages above the cursor in order, at most {@code limit}; 0 for all. */
  List<JournalEntry> unsaved(SaveKey key, int limit);

  /**
   * Moves the cursor forward and deletes the key's staged facts.
   *
   * @param delivered true if the store accepted something, which clears failures and probes; false
   *     if the filter removed all messages
   * @return false if the lease is lost; nothing is changed then
   */
  boolean commit(SaveLease lease, long savedSeq, boolean delivered);

  /**
   * Counts a failure and leaves the cursor unchanged.
   *
   * @return number of consecutive failures; 0 if the lease is lost, and nothing is changed then
   */
  int fail(SaveLease lease, String error);

  /**
   * Stores extracted facts until the store has saved them. Replaces the key's staged facts.
   *
   * @return false if the lease is lost; nothing is changed then
   */
  boolean stage(SaveLease lease, StagedBatch batch);

  /** Deletes a staged fact that the store has saved. Does nothing if the lease is lost. */
  void confirm(SaveLease lease, String factKey);

  /**
   * Returns the key's staged and unconfirmed facts; empty if nothing was staged since the last
   * {@link #commit}. A batch without facts means that all its facts are confirmed.
   */
  Optional<StagedBatch> staged(SaveKey key);

  /**
   * Records an item that a store rejects, so {@link #commit} may pass it. The same item is recorded
   * once.
   *
   * @param item its key and time are ignored: the lease's key and the journal's time are used
   * @return false if the lease is lost; nothing is changed then
   */
  boolean setAside(SaveLease lease, SetAside item);

  /** Returns at most {@code limit} items that were set aside for the stores, newest first. */
  List<SetAside> setAside(Collection<String> stores, int limit);

  /** Returns the lease during a save. The begun request waits again. */
  void release(SaveLease lease);

  /** Returns the progress of a store in a conversation. */
  Cursor cursor(SaveKey key);

  /** Returns the number of messages above the cursor. */
  long pending(SaveKey key);

  /** Returns the backlog of each of the stores. */
  Map<String, StoreBacklog> backlog(Collection<String> stores);

  /**
   * Acquires or extends the exclusive right of the node to sweep.
   *
   * @return true if the node has the right
   */
  boolean acquireSweep(String node, Duration life);

  /**
   * Returns at most {@code limit} keys whose worker is gone: a request waits without a valid lease,
   * or a lease expired without being returned.
   */
  List<SaveKey> abandoned(Collection<String> stores, int limit);

  /**
   * Returns at most {@code limit} keys with messages above the cursor whose last save failed at
   * least that long ago and for which no request waits.
   */
  List<SaveKey> failed(Collection<String> stores, Duration since, int limit);

  /**
   * Returns at most {@code limit} keys with messages above the cursor that had no request, and
   * whose conversation had neither a turn nor a message, for that long. Includes keys without any
   * request.
   */
  List<SaveKey> idle(Collection<String> stores, Duration since, int limit);

  /**
   * Deletes the conversation's messages that all of the stores have saved. Returns their number.
   */
  long trim(MemoryConversation conversation, Collection<String> stores);

  /** Deletes the messages of all conversations that all of the stores have saved. */
  long trim(Collection<String> stores);

  /**
   * Deletes cursors and counters of other stores that had no request for that long, and turns that
   * were closed that long ago. A conversation's next number is never deleted.
   */
  void tidy(Collection<String> stores, Duration unusedFor);

  /** Deletes messages captured longer ago, saved or not. Returns their number. */
  long dropOlderThan(Duration age);

  /**
   * Deletes the owner's messages and staged facts but keeps the leases, so that a save in any
   * process can be awaited.
   *
   * @return the owner's keys with a valid lease
   */
  List<SaveKey> discard(MemoryOwner owner);

  /** Deletes all data of the owner. Its leases are lost. */
  void forget(MemoryOwner owner);

  /** Key for serial saves: one conversation into one store. */
  record SaveKey(MemoryConversation conversation, String store) {}

  /**
   * Right to save one conversation into one store for a limited time.
   *
   * @param token new for each lease; the holder of an older token has lost its lease
   */
  record SaveLease(SaveKey key, String token) {}

  /** Captured message and its number in the conversation. */
  record JournalEntry(long seq, MemoryMessage message) {}

  /** Turn that started and has no recorded end. */
  record OpenTurn(MemoryConversation conversation, String turnId) {}

  /**
   * Progress of one conversation in one store.
   *
   * @param savedSeq number of the newest saved message; -1 for none
   * @param failures number of consecutive failures
   * @param probes number of requests since the back-off began
   * @param requests number of accepted requests that wait
   * @param lastError class and code of the last failure, never content
   * @param leased true if there is a valid lease
   */
  record Cursor(
      long savedSeq,
      int failures,
      int probes,
      int requests,
      @Nullable Instant requestedAt,
      @Nullable Instant lastAttemptAt,
      @Nullable String lastError,
      boolean leased) {

    /** Cursor of a conversation without any request. */
    public static final Cursor START = new Cursor(-1, 0, 0, 0, null, null, null, false);
  }

  /**
   * Facts of one batch of messages that the store has not saved yet.
   *
   * @param lastSeq number of the batch's newest message
   */
  record StagedBatch(long lastSeq, List<StagedFact> facts) {
    public StagedBatch {
      facts = List.copyOf(facts);
    }
  }

  /**
   * Extracted fact that is not written yet.
   *
   * @param key idempotency key, equal for all attempts
   */
  record StagedFact(String key, Extractor.ExtractedFact fact) {}

  /**
   * Message or fact that a store rejected although it accepted later ones. Recorded without its
   * content; {@code MemoryManager.capture} retries the message.
   *
   * @param seq number of the message, or of the newest message that the fact was extracted from
   * @param messageId null for a fact
   * @param factKey idempotency key of the fact; null for a message
   * @param error class and code of the last failure, never content
   * @param at time at which it was set aside
   */
  record SetAside(
      SaveKey key,
      long seq,
      @Nullable String messageId,
      @Nullable String factKey,
      String error,
      Instant at) {}

  /**
   * Backlog of one store over all conversations.
   *
   * @param messages number of captured messages that the store has not saved
   * @param failing number of conversations whose last save failed
   * @param worstFailures largest number of consecutive failures of a conversation
   */
  record StoreBacklog(long messages, long failing, int worstFailures) {

    /** Backlog of a store that has saved everything. */
    public static final StoreBacklog NONE = new StoreBacklog(0, 0, 0);
  }

  /**
   * Rule for rejecting requests while saves keep failing.
   *
   * @param failuresBefore number of consecutive failures before requests are rejected; at least 1
   * @param probeInterval accepts every n-th request from then on; at least 1
   */
  record BackOff(int failuresBefore, int probeInterval) {

    /** Accepts every third request after 10 failures. */
    public static final BackOff DEFAULT = new BackOff(10, 3);

    public BackOff {
      new Violations()
          .check(failuresBefore >= 1, "$.failuresBefore", "range", "must be at least 1")
          .check(probeInterval >= 1, "$.probeInterval", "range", "must be at least 1")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }

    /** Returns true if requests are rejected after that many consecutive failures. */
    public boolean backsOff(int failures) {
      return failures >= failuresBefore;
    }

    /** Returns true if the {@code probe}-th request since the back-off began is accepted. */
    public boolean acceptsProbe(int probe) {
      return probe % probeInterval == 0;
    }
  }
}

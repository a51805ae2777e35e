package dev.adk4j.memory.journal;

import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.storage.StorageUnitOfWork;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps captured messages until every store has them, and how far each store got. Thread-safe; each
 * method is one atomic step, also between processes that share the journal. All times are the
 * journal's own: a database's clock where there is one, so that processes need not agree on the
 * time.
 *
 * <p><b>Numbers.</b> Messages of a conversation are numbered from 0, unique and rising, also over
 * restarts and whatever has been trimmed; gaps are allowed. A number becomes visible only after all
 * smaller ones: a transaction that commits late must not bring a number that a cursor has passed.
 *
 * <p><b>Saving.</b> {@link #request} records a request, {@link #acquire} takes the lease, {@link
 * #begin} takes one request or, where none waits, gives the lease back; {@link #unsaved} reads what
 * to save, and only after the store has it {@link #commit} moves the cursor. Whoever lost the lease
 * changes nothing any more. A holder that dies is followed by whoever acquires next, once the lease
 * has expired, and the request it had begun waits again.
 */
public interface ExtractionJournal {

  /**
   * The unit of work that {@link #append}, {@link #replace} and {@link #remove} join where it runs
   * on the calling thread; null where they are always steps of their own. Named by a journal that
   * lives in the same database as the conversation, so that both are stored or neither.
   */
  default @Nullable StorageUnitOfWork unitOfWork() {
    return null;
  }

  /**
   * Adds messages at the end, in order. A message whose id the conversation still has is left as it
   * is, under its number.
   */
  void append(MemoryConversation conversation, List<MemoryMessage> messages);

  /**
   * Replaces a message that is still there, under its old number; nothing where it is not. Reaches
   * only stores that have not got it.
   */
  void replace(MemoryConversation conversation, MemoryMessage message);

  /** Removes a message that is still there; its number is not used again. */
  void remove(MemoryConversation conversation, String messageId);

  /** Notes that a turn started; again does nothing, also after it was closed. */
  void openTurn(MemoryConversation conversation, String turnId);

  /**
   * Notes that a turn is over.
   *
   * @return true for the first who says so, also where the turn was never opened; false ever after,
   *     until it is tidied away
   */
  boolean closeTurn(MemoryConversation conversation, String turnId);

  /** The turns of the conversation that are not closed. */
  List<OpenTurn> openTurns(MemoryConversation conversation);

  /** At most {@code limit} turns that were opened at least that long ago, oldest first. */
  List<OpenTurn> overdueTurns(Duration openFor, int limit);

  /** Counts one up for a trigger and gives the new count, from 1. */
  long count(SaveKey key, String trigger);

  /**
   * Records a request for a save, unless saves keep failing: from {@code failuresBefore} failures
   * in a row on, the probe count is raised by one and the request is accepted only where {@link
   * BackOff#acceptsProbe} says so of the new count.
   *
   * @return whether it was accepted
   */
  boolean request(SaveKey key, BackOff backOff);

  /** Records a request whatever failed before; the probe count stays as it is. */
  void demand(SaveKey key);

  /**
   * Takes the lease, where nobody holds one that lives. Following a holder that let its lease
   * expire, the request it had begun waits again.
   */
  Optional<SaveLease> acquire(SaveKey key, Duration life);

  /** Gives the lease that much life from now on; false where it is lost. */
  boolean renew(SaveLease lease, Duration life);

  /**
   * Takes the next waiting request; where none waits, gives the lease back.
   *
   * @return whether a request was taken; false also where the lease is lost
   */
  boolean begin(SaveLease lease);

  /** The messages above the cursor in order, at most {@code limit}, 0 for all. */
  List<JournalEntry> unsaved(SaveKey key, int limit);

  /**
   * Moves the cursor, never back, and forgets what was staged for the key.
   *
   * @param delivered whether the store got something, which proves it healthy and clears failures
   *     and probes; false where all was filtered away
   * @return false where the lease is lost; then nothing changed
   */
  boolean commit(SaveLease lease, long savedSeq, boolean delivered);

  /**
   * Counts a failure and leaves the cursor.
   *
   * @return how many saves have failed in a row now; 0 where the lease is lost, then nothing
   *     changed
   */
  int fail(SaveLease lease, String error);

  /**
   * Keeps extracted facts until the store has them, in place of any that are kept for the key.
   *
   * @return false where the lease is lost; then nothing changed
   */
  boolean stage(SaveLease lease, StagedBatch batch);

  /** Forgets one staged fact, which the store has; nothing where the lease is lost. */
  void confirm(SaveLease lease, String factKey);

  /**
   * What is staged for the key and was not confirmed; empty where nothing was staged since the last
   * {@link #commit}. A batch without facts is one whose facts the store has all got.
   */
  Optional<StagedBatch> staged(SaveKey key);

  /**
   * Records what a store does not take, so that {@link #commit} may pass it. Recorded again, it is
   * there once.
   *
   * @param item its key and time are not looked at: they are the lease's and the journal's
   * @return false where the lease is lost; then nothing changed
   */
  boolean setAside(SaveLease lease, SetAside item);

  /** At most {@code limit} of what was set aside for the stores, the newest first. */
  List<SetAside> setAside(Collection<String> stores, int limit);

  /** Gives the lease back in the middle of a save; the request it had begun waits again. */
  void release(SaveLease lease);

  Cursor cursor(SaveKey key);

  /** How many messages lie above the cursor. */
  long pending(SaveKey key);

  /** What waits for each of the stores. */
  Map<String, StoreBacklog> backlog(Collection<String> stores);

  /**
   * Makes the node the only one to sweep for a while; who sweeps may prolong it.
   *
   * @return whether it is
   */
  boolean acquireSweep(String node, Duration life);

  /**
   * At most {@code limit} keys on which somebody should be working and nobody is: a request waits
   * without a live lease, or a lease expired without being given back.
   */
  List<SaveKey> abandoned(Collection<String> stores, int limit);

  /**
   * At most {@code limit} keys whose last save failed at least that long ago, that have messages
   * above the cursor, and for which no request waits.
   */
  List<SaveKey> failed(Collection<String> stores, Duration since, int limit);

  /**
   * At most {@code limit} keys that have messages above the cursor, although the conversation has
   * seen no turn and no message, and the key no request, for that long. Also those that were never
   * requested.
   */
  List<SaveKey> idle(Collection<String> stores, Duration since, int limit);

  /**
   * Deletes the conversation's messages that all of the stores have.
   *
   * @return how many
   */
  long trim(MemoryConversation conversation, Collection<String> stores);

  /** The same for all conversations. */
  long trim(Collection<String> stores);

  /**
   * Deletes the cursors and counts of stores that are none of these and for which nobody asked for
   * a save that long, and the turns that were closed that long ago. A conversation's next number is
   * never deleted.
   */
  void tidy(Collection<String> stores, Duration unusedFor);

  /**
   * Deletes messages that were captured longer ago, whoever has not got them.
   *
   * @return how many
   */
  long dropOlderThan(Duration age);

  /**
   * Deletes what waits of the owner, messages and staged facts, and leaves the leases, so that a
   * save under way in any process can be waited for.
   *
   * @return the keys of the owner that somebody holds a live lease on
   */
  List<SaveKey> discard(MemoryOwner owner);

  /** Deletes everything of the owner. A lease on it is lost. */
  void forget(MemoryOwner owner);
}

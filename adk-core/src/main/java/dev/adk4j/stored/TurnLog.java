package dev.adk4j.stored;

import dev.adk4j.abort.Subscription;
import dev.adk4j.internal.NoJsonForm;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps the events of durable turns for readers in any process. Live and later readers get the same
 * events with the same numbers; the numbers of a claim are above those of the claim before.
 *
 * <p>Thread-safe. Fails with {@code E_STORAGE_UNAVAILABLE} while it cannot be reached.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface TurnLog {

  /**
   * Returns a writer for one claim of a turn.
   *
   * @param token of the claim, below 2³¹
   */
  Writer writer(String tenant, String turnId, long token);

  /**
   * Returns the turn's next events after that number, 0 for the first ones.
   *
   * @param most about how many; at least one row of them
   */
  List<StoredEvent> read(String tenant, String turnId, long after, int most);

  /**
   * Tells the turn's events after that number: those that are there, then news, in order and each
   * once, until the subscription is closed.
   *
   * @param reader called on a thread that all readers share: it hands events on and does not block
   */
  Subscription follow(String tenant, String turnId, long after, Consumer<List<StoredEvent>> reader);

  /**
   * Adds the last events of a turn that has ended, in place of a process that died before it could:
   * the claim of that token writes nothing more.
   *
   * @param last numbered as those of a claim after that one
   * @return false where the turn has not ended or is not of that token any more: nothing is written
   */
  boolean end(String tenant, String turnId, long token, List<StoredEvent> last);

  /**
   * Deletes the events of turns that ended before a time. Those of others stay, and go with their
   * turns when those are erased.
   *
   * @return number of turns whose events were deleted
   */
  int prune(Instant before);

  /** Writes the events of one claim, and nothing more once another claim began. Thread-safe. */
  interface Writer extends AutoCloseable {

    /** Adds an event that is whole. */
    void append(String name, String data);

    /**
     * Adds a piece of a text. Pieces that follow each other within moments become one event.
     *
     * @param id of the text, such as the message's
     */
    void piece(String name, String id, String text);

    /**
     * Writes what was added so far, and waits until it is committed.
     *
     * @return false where that was not done in time; it is still tried
     */
    boolean flush(Duration atMost) throws InterruptedException;

    /** Takes no more events; what was added is written without anybody waiting for it. */
    @Override
    void close();
  }
}

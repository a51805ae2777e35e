package dev.adk4j.stored;

import dev.adk4j.abort.Subscription;
import dev.adk4j.internal.NoJsonForm;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Stores the events of durable turns for readers in any process. Live and later readers receive the
 * same events with the same numbers. The numbers of a claim are higher than those of the previous
 * claim.
 *
 * <p>Thread-safe. Fails with {@code E_STORAGE_UNAVAILABLE} while the log cannot be reached.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface TurnLog {

  /**
   * Returns a writer for one claim of a turn.
   *
   * @param token the token of the claim, below 2³¹
   */
  Writer writer(String tenant, String turnId, long token);

  /**
   * Returns the turn's next events after that number; 0 returns the first ones.
   *
   * @param most the approximate number of events; at least one row of them is returned
   */
  List<StoredEvent> read(String tenant, String turnId, long after, int most);

  /**
   * Passes the turn's events after that number to the reader: first the existing events, then new
   * ones, in order and each once, until the subscription is closed.
   *
   * @param reader called on a thread that all readers share: it must hand events on and not block
   */
  Subscription follow(String tenant, String turnId, long after, Consumer<List<StoredEvent>> reader);

  /**
   * Adds the last events of a turn that has ended, on behalf of a process that died before it could
   * add them. The claim of that token can write no more events.
   *
   * @param last numbered as the events of the claim after that token
   * @return false if the turn has not ended or does not have that token any more; nothing is
   *     written then
   */
  boolean end(String tenant, String turnId, long token, List<StoredEvent> last);

  /**
   * Deletes the events of turns that ended before a time. The events of other turns stay until
   * their turns are erased.
   *
   * @return number of turns whose events were deleted
   */
  int prune(Instant before);

  /** Writes the events of one claim, until another claim begins. Thread-safe. */
  interface Writer extends AutoCloseable {

    /** Adds a whole event. */
    void append(String name, String data);

    /**
     * Adds a piece of a text. Pieces that follow each other within moments become one event.
     *
     * @param id the id of the text, such as the message's
     */
    void piece(String name, String id, String text);

    /**
     * Writes all events that were added, and waits until they are committed.
     *
     * @return false if that was not done in time; the write is still attempted
     */
    boolean flush(Duration atMost) throws InterruptedException;

    /** Accepts no more events. The added events are written, but no thread waits for that. */
    @Override
    void close();
  }
}

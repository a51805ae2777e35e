package dev.adk4j.durable.event;

import dev.adk4j.abort.Subscription;
import dev.adk4j.durable.event.EventRows.Chunk;
import dev.adk4j.durable.event.EventRows.Turn;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.stored.StoredEvent;
import dev.adk4j.stored.TurnLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Stores the events of durable turns, so any node can show a running, waiting or ended turn from
 * any event. Live and later readers receive the same events with the same numbers. A claim's
 * numbers are higher than those of the previous claim, and a lost claim writes nothing more: events
 * already read never change.
 *
 * <pre>{@code
 * EventWriter writer = events.writer("acme", turnId, token);
 * writer.piece("message", messageId, "Hel");
 * writer.piece("message", messageId, "lo");
 * writer.flush(Duration.ofSeconds(5));
 *
 * Subscription reader = events.follow("acme", turnId, 0, news -> news.forEach(this::show));
 * }</pre>
 *
 * <p>Throws the errors of {@link dev.adk4j.jdbc.JdbcPersistentStorage}. Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class TurnEventStore implements TurnLog, AutoCloseable {

  private static final int TURNS = 100;

  private final EventRows rows;
  private final EventFollowers followers;

  private TurnEventStore(EventRows rows, Duration poll) {
    this.rows = rows;
    this.followers = new EventFollowers(rows, poll);
  }

  /** Returns a store whose followers receive events of other nodes after at most 100 ms. */
  public static TurnEventStore of(DataSource dataSource, JdbcStorageOptions options) {
    return of(dataSource, options, Duration.ofMillis(100));
  }

  /**
   * Returns a store. The tables must exist: see {@link dev.adk4j.jdbc.AdkSchema}.
   *
   * @param poll polling interval for new events; each poll is one statement for all followers of
   *     this node, and none without followers
   */
  public static TurnEventStore of(
      DataSource dataSource, JdbcStorageOptions options, Duration poll) {
    return new TurnEventStore(new EventRows(StorageConnections.of(dataSource, options)), poll);
  }

  @Override
  public EventWriter writer(String tenant, String turnId, long token) {
    return new EventWriter(rows, Turn.of(tenant, turnId), token, followers::written);
  }

  @Override
  public List<StoredEvent> read(String tenant, String turnId, long after, int most) {
    int some = Math.max(1, most / EventWriter.MOST);
    return rows.of(Turn.of(tenant, turnId), after, some).stream()
        .flatMap(chunk -> chunk.after(after).stream())
        .toList();
  }

  /**
   * {@inheritDoc} The reader recognizes the end of a turn by its events.
   *
   * @param reader called on a thread shared by all followers; must pass events on without blocking.
   *     It is closed if it throws
   */
  @Override
  public Subscription follow(
      String tenant, String turnId, long after, Consumer<List<StoredEvent>> reader) {
    return followers.add(Turn.of(tenant, turnId), after, reader);
  }

  @Override
  public boolean end(String tenant, String turnId, long token, List<StoredEvent> last) {
    Turn turn = Turn.of(tenant, turnId);
    boolean written = rows.writeInstead(Chunk.of(turn, last), token);
    followers.written(turn);
    return written;
  }

  @Override
  public int prune(Instant before) {
    int all = 0;
    for (int some = 1; some > 0; all += some) {
      some = rows.prune(before.toEpochMilli(), TURNS);
    }
    return all;
  }

  /** Ends all followers. Writers continue. */
  @Override
  public void close() {
    followers.close();
  }
}

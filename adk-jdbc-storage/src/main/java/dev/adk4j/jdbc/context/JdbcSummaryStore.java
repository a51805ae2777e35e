package dev.adk4j.jdbc.context;

import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.prompt.context.SummaryStore;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Stores the summaries of conversations in the storage's database. They survive a restart, and all
 * nodes share them. Like messages, they belong to tenant and conversation and are erased with the
 * conversation. Of two concurrent saves, the later one wins.
 *
 * <p>Every call is a separate transaction that never joins the caller's. Throws the errors of
 * {@link dev.adk4j.jdbc.JdbcPersistentStorage}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class JdbcSummaryStore implements SummaryStore {

  private final StorageConnections connections;
  private final InstantSource clock;
  private final String select;
  private final String update;
  private final String insert;

  private JdbcSummaryStore(StorageConnections connections, InstantSource clock) {
    String table = connections.table("adk_summary");
    this.connections = connections;
    this.clock = clock;
    this.select =
        "select summary, covered_through from " + table + " where tenant = ? and conversation = ?";
    this.update =
        "update "
            + table
            + " set summary = ?, covered_through = ?, updated_at = ? where tenant = ? and conversation = ?";
    this.insert =
        "insert into "
            + table
            + " (summary, covered_through, updated_at, tenant, conversation, created_at)"
            + " values (?, ?, ?, ?, ?, ?)";
  }

  /**
   * Returns a store with the system clock. Opens a connection to detect the database. The tables
   * must exist: see {@link dev.adk4j.jdbc.AdkSchema}.
   */
  public static JdbcSummaryStore of(DataSource dataSource, JdbcStorageOptions options) {
    return of(dataSource, options, InstantSource.system());
  }

  /**
   * Returns a store.
   *
   * @param clock source of the times at which a summary is created and updated
   */
  public static JdbcSummaryStore of(
      DataSource dataSource, JdbcStorageOptions options, InstantSource clock) {
    return new JdbcSummaryStore(StorageConnections.of(dataSource, options), clock);
  }

  @Override
  public Optional<Entry> load(Scope scope) {
    Key key = Key.of(scope);
    Entry entry =
        connections.<@Nullable Entry>single(
            "reading a summary",
            key.tenant(),
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(select)) {
                statement.setString(1, key.tenant());
                statement.setString(2, key.conversation());
                try (ResultSet row = statement.executeQuery()) {
                  return row.next()
                      ? new Entry(
                          TextEscape.unescape(row.getString(1)),
                          TextEscape.unescape(row.getString(2)))
                      : null;
                }
              }
            });
    return Optional.ofNullable(entry);
  }

  @Override
  public void save(Scope scope, Entry entry) {
    Key key = Key.of(scope);
    String coveredThrough = StorageConnections.key(entry.coveredThrough(), "$.coveredThrough");
    connections.transaction(
        "saving a summary",
        key.tenant(),
        connection -> {
          long now = clock.millis();
          if (write(connection, update, key, entry, coveredThrough, now, false) == 0) {
            write(connection, insert, key, entry, coveredThrough, now, true);
          }
          return true;
        });
  }

  private static int write(
      Connection connection,
      String sql,
      Key key,
      Entry entry,
      String coveredThrough,
      long now,
      boolean first)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, TextEscape.escape(entry.summary()));
      statement.setString(2, coveredThrough);
      statement.setLong(3, now);
      statement.setString(4, key.tenant());
      statement.setString(5, key.conversation());
      if (first) {
        statement.setLong(6, now);
      }
      return statement.executeUpdate();
    }
  }

  private record Key(String tenant, String conversation) {

    static Key of(Scope scope) {
      return new Key(
          StorageConnections.key(scope.tenant(), "$.scope.tenant"),
          StorageConnections.key(scope.requireConversation(), "$.scope.conversation"));
    }
  }
}

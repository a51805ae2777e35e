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
 * The summaries of conversations in the storage's database: one that was paid for is there after a
 * restart, and on every node. Like messages they belong to tenant and conversation and are erased
 * with it. Of two that are saved at once the later stays.
 *
 * <p>Every call is a transaction of its own that never joins the caller's. Errors as in {@link
 * dev.adk4j.jdbc.JdbcPersistentStorage}. Safe for concurrent use.
 */
public final class JdbcCompactStore implements SummaryStore {

  private final StorageConnections connections;
  private final InstantSource clock;
  private final String select;
  private final String update;
  private final String insert;

  private JdbcCompactStore(StorageConnections connections, InstantSource clock) {
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
   * Asks the database for its name. The tables have to be there: see {@link
   * dev.adk4j.jdbc.AdkSchema}.
   */
  public static JdbcCompactStore of(DataSource dataSource, JdbcStorageOptions options) {
    return of(dataSource, options, InstantSource.system());
  }

  /**
   * @param clock for when a summary was first and last saved
   */
  public static JdbcCompactStore of(
      DataSource dataSource, JdbcStorageOptions options, InstantSource clock) {
    return new JdbcCompactStore(StorageConnections.of(dataSource, options), clock);
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

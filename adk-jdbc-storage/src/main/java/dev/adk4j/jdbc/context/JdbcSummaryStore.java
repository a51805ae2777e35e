package dev.adk4j.jdbc.context;

import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.prompt.context.SummaryStore;
import dev.adk4j.value.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

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

  private static final String KEY = " where tenant = ? and conversation = ?";

  private final StorageConnections connections;
  private final InstantSource clock;
  private final StorageSql sql;

  private JdbcSummaryStore(StorageConnections connections, InstantSource clock) {
    this.connections = connections;
    this.clock = clock;
    this.sql = new StorageSql(connections::table, connections.isPostgres());
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
    String select = "select summary, covered_through from {adk_summary}" + KEY;
    return connections
        .single(
            "reading a summary",
            key.tenant(),
            c -> sql.on(c).query(JdbcSummaryStore::entry, select, key.columns()))
        .stream()
        .findFirst();
  }

  private static Entry entry(ResultSet row) throws SQLException {
    return new Entry(TextEscape.unescape(row.getString(1)), TextEscape.unescape(row.getString(2)));
  }

  @Override
  public void save(Scope scope, Entry entry) {
    Key key = Key.of(scope);
    String coveredThrough = StorageConnections.key(entry.coveredThrough(), "$.coveredThrough");
    String update =
        "update {adk_summary} set summary = ?, covered_through = ?, updated_at = ?" + KEY;
    String insert =
        "insert into {adk_summary} (summary, covered_through, updated_at, tenant, conversation,"
            + " created_at) values (?, ?, ?, ?, ?, ?)";
    String summary = TextEscape.escape(entry.summary());
    connections.transaction(
        "saving a summary",
        key.tenant(),
        connection -> {
          Statements on = sql.on(connection);
          long now = clock.millis();
          List<Object> parameters = List.of(summary, coveredThrough, now, key.columns());
          return on.update(update, parameters) == 1 || on.update(insert, parameters, now) == 1;
        });
  }

  private record Key(String tenant, String conversation) {

    static Key of(Scope scope) {
      return new Key(
          StorageConnections.key(scope.tenant(), "$.scope.tenant"),
          StorageConnections.key(scope.requireConversation(), "$.scope.conversation"));
    }

    List<String> columns() {
      return List.of(tenant, conversation);
    }
  }
}

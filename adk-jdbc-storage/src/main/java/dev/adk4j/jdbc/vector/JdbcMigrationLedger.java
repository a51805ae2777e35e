package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorMigrator;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * Stores the ledger of vector migrations in a table, which is created if it is missing.
 * Thread-safe.
 *
 * @since 0.1.0
 */
public final class JdbcMigrationLedger implements VectorMigrator.Ledger {

  public static final String DEFAULT_TABLE = "adk_vector_migration";

  private final PgSession session;
  private final String table;

  public JdbcMigrationLedger(DataSource dataSource) {
    this(dataSource, DEFAULT_TABLE);
  }

  /**
   * @param table name that matches {@code [A-Za-z_][A-Za-z0-9_]{0,62}}
   */
  public JdbcMigrationLedger(DataSource dataSource, String table) {
    if (!PgNames.isName(table)) {
      throw VectorErrors.invalidConfig("'" + table + "' is not a valid table name");
    }
    this.session = new PgSession(dataSource, false);
    this.table = PgNames.quote(table);
  }

  @Override
  public List<String> applied() {
    return run(
        c ->
            PgJdbc.query(
                c,
                Sql.of("select name from " + table + " order by position"),
                row -> row.getString(1)));
  }

  @Override
  public void record(String name) {
    update(Sql.of("insert into " + table + " (name) values (?)", name));
  }

  @Override
  public void remove(String name) {
    update(Sql.of("delete from " + table + " where name = ?", name));
  }

  private void update(Sql sql) {
    run(connection -> PgJdbc.update(connection, sql));
  }

  private <T> T run(PgWork<T, RuntimeException> work) {
    try {
      return session.atomic(
          connection -> {
            PgJdbc.execute(
                connection,
                "create table if not exists "
                    + table
                    + " (position bigint generated always as identity primary key, name varchar(255) not null unique,"
                    + " applied_at timestamp with time zone default current_timestamp not null)");
            return work.run(connection);
          });
    } catch (SQLException e) {
      throw VectorErrors.collectionFailed(
          "migrations", "the ledger " + table + " failed: " + e.getMessage(), e);
    }
  }
}

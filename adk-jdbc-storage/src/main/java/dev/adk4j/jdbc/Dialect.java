package dev.adk4j.jdbc;

import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.JdbcStorageUnitOfWork.Guard;
import dev.adk4j.jdbc.internal.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** SQL and behavior that differ between databases. */
abstract sealed class Dialect permits PostgresDialect, H2Dialect {

  final Names names;
  private final String id;
  private final int isolation;

  /**
   * @param id name of the migrations folder
   */
  Dialect(String id, Connection connection, Names names) throws SQLException {
    this.id = id;
    this.names = names;
    this.isolation = connection.getTransactionIsolation();
  }

  /** Returns the name of the migrations folder. */
  final String id() {
    return id;
  }

  /**
   * Inserts new rows, all or none, with consecutive numbers from the conversation's counter. Fails
   * with a duplicate key if a row exists.
   *
   * @param guard statements to execute first; null for none
   */
  abstract void flush(Statements on, Flush flush, @Nullable Guard guard, long now)
      throws SQLException;

  /** Returns true if {@link #flush} is atomic only inside a transaction. */
  abstract boolean flushNeedsTransaction(List<RowGroup> groups, @Nullable Guard guard);

  /** Locks the owner against other callers of this method until the transaction ends. */
  abstract void lockOwner(Statements on, Owner owner) throws SQLException;

  /** Returns a name in the case in which the database stores unquoted names. */
  abstract String folded(String name);

  /**
   * Returns a query for the tables and columns of the connection's schema, one column per row.
   * Parameter: a {@code like} pattern for table names, with backslash as escape character.
   * Application startup waits for this query, and the driver's metadata call is far slower.
   */
  abstract String columnsSql();

  /** Prevents other processes from creating tables in the schema until the transaction ends. */
  abstract void lockSchema(Connection connection) throws SQLException;

  /** Returns the default isolation of connections, a constant of {@link Connection}. */
  final int isolation() {
    return isolation;
  }

  /** Returns the dialect of the data source's database. Opens a connection. */
  static Dialect of(DataSource dataSource, Names names) {
    try (Connection connection = dataSource.getConnection()) {
      return of(connection, names);
    } catch (SQLException e) {
      throw SqlErrors.translate("reading the database's name", e);
    }
  }

  private static Dialect of(Connection connection, Names names) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> new PostgresDialect(connection, names);
      case "H2" -> new H2Dialect(connection, names);
      default ->
          throw AdkException.of(StorageErrorCode.E_STORAGE_SCHEMA)
              .message(
                  "The storage supports PostgreSQL 15 or later and on H2; this database is "
                      + product
                      + ".")
              .help("Configure a data source for one of them.")
              .args(product)
              .build();
    };
  }
}

package dev.adk4j.jdbc;

import dev.adk4j.error.AdkException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** SQL and behavior that differ between databases. */
sealed interface Dialect permits PostgresDialect, H2Dialect {

  /** Returns the name of the migrations folder. */
  String id();

  /**
   * Inserts new rows, all or none, with consecutive numbers from the conversation's counter. Fails
   * with a duplicate key if a row exists.
   *
   * @param guard statements to execute first; null for none
   */
  void flush(
      Connection connection,
      Names names,
      Flush flush,
      JdbcStorageUnitOfWork.@Nullable Guard guard,
      long now)
      throws SQLException;

  /** Returns true if {@link #flush} is atomic only inside a transaction. */
  boolean flushNeedsTransaction(List<RowGroup> groups, JdbcStorageUnitOfWork.@Nullable Guard guard);

  /** Locks the owner against other callers of this method until the transaction ends. */
  void lockOwner(Connection connection, Names names, Owner owner) throws SQLException;

  /** Returns a name in the case in which the database stores unquoted names. */
  String folded(String name);

  /**
   * Returns a query for the tables and columns of the connection's schema, one column per row.
   * Parameter: a {@code like} pattern for table names, with backslash as escape character.
   * Application startup waits for this query, and the driver's metadata call is far slower.
   */
  String columnsSql();

  /** Prevents other processes from creating tables in the schema until the transaction ends. */
  void lockSchema(Connection connection) throws SQLException;

  /** Returns the default isolation of connections, a constant of {@link Connection}. */
  int isolation();

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
      case "PostgreSQL" -> new PostgresDialect(connection.getTransactionIsolation());
      case "H2" -> H2Dialect.of(connection, names);
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

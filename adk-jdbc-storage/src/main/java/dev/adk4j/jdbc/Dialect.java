package dev.adk4j.jdbc;

import dev.adk4j.error.AdkException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** What differs between the databases. */
sealed interface Dialect permits PostgresDialect, H2Dialect {

  /** The name of the folder with its migrations. */
  String id();

  /**
   * Stores rows that are not there yet, all or none, with consecutive numbers of the conversation's
   * counter. A row that is there makes it fail with a duplicate key.
   *
   * @param groups the rows of one table each
   * @param total how many rows the groups have together
   */
  void flush(
      Connection connection, Names names, Owner owner, List<RowGroup> groups, int total, long now)
      throws SQLException;

  /** Whether {@link #flush} needs a transaction around it to be all or nothing. */
  boolean flushNeedsTransaction(List<RowGroup> groups);

  /**
   * Whether selects that are sent as one text, with semicolons between them, are answered in one
   * round trip, each with rows of its own.
   */
  boolean answersTogether();

  /**
   * Inserts into a table without numbers where the id is free; parameters: tenant, owner, id,
   * stored_at, columns, and the subject where the table has one.
   */
  String insertIfAbsentSql(Names names, RecordTable table);

  /**
   * Makes the counter's row where there is none; parameters: tenant, conversation, subject, now,
   * now.
   */
  String ensureConversationSql(Names names);

  /** Lets no other transaction that asks for it write rows of the owner until this one ends. */
  void lockOwner(Connection connection, Names names, Owner owner) throws SQLException;

  /** A name as the database keeps it when it is written without quotes. */
  String folded(String name);

  /**
   * The tables of the connection's schema and their columns, of one column a row; parameter: a
   * {@code like} pattern for the tables' names, with a backslash before what is not one. The driver
   * has a call for that too, whose statements ask for so much more that every start of an
   * application waits for them.
   */
  String columnsSql();

  /** Keeps other processes from creating the tables until the transaction ends. */
  void lockSchema(Connection connection) throws SQLException;

  /** The isolation that connections come with, a constant of {@link Connection}. */
  int isolation();

  /** Which database the source leads to; opens a connection. */
  static Dialect of(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      return of(connection);
    } catch (SQLException e) {
      throw SqlErrors.translate("asking the database for its name", e);
    }
  }

  private static Dialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "PostgreSQL" -> new PostgresDialect(connection.getTransactionIsolation());
      case "H2" -> H2Dialect.of(connection);
      default ->
          throw AdkException.of(StorageErrorCode.E_STORAGE_SCHEMA)
              .message(
                  "The storage runs on PostgreSQL 15 or later and on H2; this database is "
                      + product
                      + ".")
              .help("Point the data source at one of them.")
              .args(product)
              .build();
    };
  }
}

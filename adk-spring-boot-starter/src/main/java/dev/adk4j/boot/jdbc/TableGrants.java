package dev.adk4j.boot.jdbc;

import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageErrorCode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Checks on PostgreSQL, at startup, that the application's role may use the tables that another
 * role owns.
 */
record TableGrants(DataSource dataSource, JdbcStorageOptions options) {

  private static final String REFUSED =
      """
      select t.tablename, current_user, t.tableowner, t.schemaname from pg_tables t
      where t.schemaname = current_schema() and starts_with(t.tablename, ?)
        and not starts_with(t.tablename, ?)
        and exists (select 1 from unnest(array['select', 'insert', 'update', 'delete']) p
          where not has_table_privilege(format('%I.%I', t.schemaname, t.tablename), p))
      order by t.tablename
      """;

  void check(AdkSchema schema) throws SQLException {
    if (!schema.isPostgres()) {
      return;
    }
    try (Connection connection = dataSource.getConnection()) {
      String before = connection.getSchema();
      select(connection, options.schema());
      try (PreparedStatement statement = connection.prepareStatement(REFUSED)) {
        statement.setString(1, options.tablePrefix().toLowerCase(Locale.ROOT));
        statement.setString(2, options.tablePrefix().toLowerCase(Locale.ROOT) + "schema_");
        try (ResultSet rows = statement.executeQuery()) {
          refuse(rows);
        }
      } finally {
        select(connection, before);
      }
    }
  }

  private static void select(Connection connection, @Nullable String schema) throws SQLException {
    if (schema != null) {
      connection.setSchema(schema);
    }
  }

  private static void refuse(ResultSet rows) throws SQLException {
    List<String> tables = new ArrayList<>();
    String help = "";
    String role = "";
    while (rows.next()) {
      tables.add(rows.getString(1));
      role = rows.getString(2);
      help =
          """
          Run this as the owner of the tables, once; the second line is for tables of later migrations:

          \tgrant select, insert, update, delete on all tables in schema "%2$s" to "%1$s";
          \talter default privileges for role "%3$s" in schema "%2$s" grant select, insert, update, delete on tables to "%1$s";"""
              .formatted(role, rows.getString(4), rows.getString(3));
    }
    if (!tables.isEmpty()) {
      throw AdkException.of(StorageErrorCode.E_STORAGE_SCHEMA)
          .message(
              "The database role '%s' may not read and write %s."
                  .formatted(role, String.join(", ", tables)))
          .help(help)
          .build();
    }
  }
}

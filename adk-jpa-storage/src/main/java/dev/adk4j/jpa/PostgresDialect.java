package dev.adk4j.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A flush is one statement, whatever it holds: the counter and all rows, so one round trip and one
 * commit.
 */
final class PostgresDialect implements Dialect {

  /** Any number will do, as long as it stays the same. */
  private static final long SCHEMA_LOCK = 0x61646B_736368656DL;

  private final Map<List<RecordTable>, String> flushes = new ConcurrentHashMap<>();

  @Override
  public String id() {
    return "postgresql";
  }

  @Override
  public boolean flushNeedsTransaction(List<RowGroup> groups) {
    return false;
  }

  @Override
  public void flush(
      Connection connection, Names names, Owner owner, List<RowGroup> groups, int total, long now)
      throws SQLException {
    String sql =
        flushes.computeIfAbsent(
            groups.stream().map(RowGroup::table).toList(), tables -> flushSql(names, tables));
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int p = 0;
      statement.setString(++p, owner.tenant());
      statement.setString(++p, owner.part());
      ColumnType.TEXT.bind(statement, ++p, owner.subject());
      statement.setLong(++p, total);
      statement.setLong(++p, now);
      statement.setLong(++p, now);
      statement.setLong(++p, total);
      for (RowGroup group : groups) {
        statement.setArray(++p, connection.createArrayOf("int8", group.offsetArray()));
        statement.setArray(++p, connection.createArrayOf("text", group.ids()));
        List<Column> columns = group.table().columns();
        for (int i = 0; i < columns.size(); i++) {
          statement.setArray(
              ++p, connection.createArrayOf(columns.get(i).type().postgresType(), group.column(i)));
        }
      }
      statement.executeUpdate();
    }
  }

  @Override
  public String insertIfAbsentSql(Names names, RecordTable table) {
    return "insert into "
        + names.of(table)
        + " (tenant, "
        + table.owner()
        + ", id, stored_at, "
        + table.columnList("")
        + ") values ("
        + String.join(", ", Collections.nCopies(4 + table.columns().size(), "?"))
        + ") on conflict do nothing";
  }

  @Override
  public String ensureConversationSql(Names names) {
    return "insert into "
        + names.conversation()
        + " (tenant, conversation, subject, last_seq, created_at, last_activity_at)"
        + " values (?, ?, ?, 0, ?, ?) on conflict do nothing";
  }

  @Override
  public String columnsSql() {
    return "select c.relname, a.attname from pg_catalog.pg_class c"
        + " join pg_catalog.pg_namespace n on n.oid = c.relnamespace"
        + " join pg_catalog.pg_attribute a on a.attrelid = c.oid"
        + " where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm', 'f')"
        + " and c.relname like ? and a.attnum > 0 and not a.attisdropped";
  }

  @Override
  public String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  @Override
  public void lockSchema(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("select pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
    }
  }

  private static String flushSql(Names names, List<RecordTable> tables) {
    StringBuilder sql =
        new StringBuilder("with c as (insert into ")
            .append(names.conversation())
            .append(" as x (tenant, conversation, subject, last_seq, created_at, last_activity_at)")
            .append(" values (?, ?, ?, ?, ?, ?) on conflict (tenant, conversation) do update set")
            .append(" last_seq = x.last_seq + excluded.last_seq,")
            .append(" last_activity_at = greatest(x.last_activity_at, excluded.last_activity_at),")
            .append(" subject = coalesce(x.subject, excluded.subject)")
            .append(" returning tenant, conversation, last_seq - ? as base)");
    for (int i = 0; i < tables.size(); i++) {
      boolean last = i == tables.size() - 1;
      sql.append(last ? " " : ", t" + i + " as (")
          .append(insertSql(names, tables.get(i)))
          .append(last ? "" : ")");
    }
    return sql.toString();
  }

  private static String insertSql(Names names, RecordTable table) {
    List<String> arrays = new ArrayList<>(List.of("?::int8[]", "?::text[]"));
    table.columns().forEach(column -> arrays.add("?::" + column.type().postgresType() + "[]"));
    return "insert into "
        + names.of(table)
        + " (tenant, conversation, seq, id, "
        + table.columnList("")
        + ") select c.tenant, c.conversation, c.base + v.o, v.id, "
        + table.columnList("v.")
        + " from c, unnest("
        + String.join(", ", arrays)
        + ") v(o, id, "
        + table.columnList("")
        + ")";
  }
}

package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Dialect of PostgreSQL. A flush is one statement with its guard, the counter and all rows: one
 * round trip and one commit.
 */
final class PostgresDialect implements Dialect {

  /** Key of the advisory lock on the schema. Must never change. */
  private static final long SCHEMA_LOCK = 0x61646B_736368656DL;

  private final Map<Form, String> flushes = new ConcurrentHashMap<>();

  private final int isolation;

  PostgresDialect(int isolation) {
    this.isolation = isolation;
  }

  /**
   * Key of a cached insert. Several rows are passed as one array per column; a single row as plain
   * values, which is cheaper.
   */
  private record Insert(RecordTable table, boolean single) {}

  /**
   * Properties that determine the text of a flush.
   *
   * @param guarded true to insert nothing if the table {@code guard} has no row
   */
  private record Form(boolean guarded, List<Insert> inserts) {}

  @Override
  public String id() {
    return "postgresql";
  }

  @Override
  public boolean flushNeedsTransaction(
      List<RowGroup> groups, JdbcStorageUnitOfWork.@Nullable Guard guard) {
    return false;
  }

  @Override
  public void flush(
      Connection connection,
      Names names,
      Flush flush,
      JdbcStorageUnitOfWork.@Nullable Guard guard,
      long now)
      throws SQLException {
    Owner owner = flush.owner();
    int total = flush.total();
    Form form =
        new Form(
            guard != null,
            flush.groups().stream().map(g -> new Insert(g.table(), g.rows().size() == 1)).toList());
    String sql = flushes.computeIfAbsent(form, f -> flushSql(names, f));
    String with = guard == null ? "with " : "with " + guard.tables() + ", ";
    String told = guard == null ? "" : told(guard.columns());
    try (PreparedStatement statement = connection.prepareStatement(with + sql + told)) {
      int p = guard == null ? 0 : guard.bind(statement);
      statement.setString(++p, owner.tenant());
      statement.setString(++p, owner.part());
      ColumnType.TEXT.bind(statement, ++p, owner.subject());
      statement.setLong(++p, total);
      statement.setLong(++p, now);
      statement.setLong(++p, now);
      statement.setLong(++p, total);
      for (RowGroup group : flush.groups()) {
        ColumnType.TEXT.bind(statement, ++p, owner.subject());
        p = group.rows().size() == 1 ? bindRow(statement, p, group) : bindRows(statement, p, group);
      }
      if (told.isEmpty() || guard == null) {
        if (statement.executeUpdate() == 0 && guard != null) {
          throw guard.refused();
        }
      } else {
        tell(statement, guard);
      }
    }
  }

  /** The last insert also returns the guard's columns. */
  private static String told(List<String> columns) {
    return columns.isEmpty()
        ? ""
        : columns.stream()
            .map(column -> "(select " + column + " from guard) as " + column)
            .collect(Collectors.joining(", ", " returning ", ""));
  }

  private static void tell(PreparedStatement statement, JdbcStorageUnitOfWork.Guard guard)
      throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      if (!rows.next()) {
        throw guard.refused();
      }
      guard.tell(rows);
    }
  }

  private static int bindRow(PreparedStatement statement, int last, RowGroup group)
      throws SQLException {
    int p = last;
    Row row = group.rows().getFirst();
    statement.setLong(++p, group.offsets().getFirst());
    statement.setString(++p, row.id());
    List<Column> columns = group.table().columns();
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).type().bind(statement, ++p, row.values().get(i));
    }
    return p;
  }

  private static int bindRows(PreparedStatement statement, int last, RowGroup group)
      throws SQLException {
    int p = last;
    Connection connection = statement.getConnection();
    statement.setArray(++p, connection.createArrayOf("int8", group.offsetArray()));
    statement.setArray(++p, connection.createArrayOf("text", group.ids()));
    List<Column> columns = group.table().columns();
    for (int i = 0; i < columns.size(); i++) {
      statement.setArray(
          ++p, connection.createArrayOf(columns.get(i).type().postgresType(), group.column(i)));
    }
    return p;
  }

  @Override
  public int isolation() {
    return isolation;
  }

  @Override
  public boolean answersTogether() {
    return true;
  }

  @Override
  public String insertIfAbsentSql(Names names, RecordTable table) {
    return "insert into "
        + names.of(table)
        + " (tenant, "
        + table.owner()
        + ", id, stored_at, "
        + table.columnList("")
        + (table.hasSubject() ? ", subject" : "")
        + ") values ("
        + String.join(
            ", ", Collections.nCopies((table.hasSubject() ? 5 : 4) + table.columns().size(), "?"))
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
  public void lockOwner(Connection connection, Names names, Owner owner) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("select pg_advisory_xact_lock(hashtextextended(?, ?))")) {
      statement.setString(1, owner.tenant() + '\n' + owner.part());
      statement.setLong(2, SCHEMA_LOCK);
      statement.execute();
    }
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

  private static String flushSql(Names names, Form form) {
    List<Insert> inserts = form.inserts();
    StringBuilder sql =
        new StringBuilder("c as (insert into ")
            .append(names.conversation())
            .append(" as x (tenant, conversation, subject, last_seq, created_at, last_activity_at)")
            .append(
                form.guarded()
                    ? " select ?::text, ?::text, ?::text, ?::int8, ?::int8, ?::int8 from guard"
                    : " values (?, ?, ?, ?, ?, ?)")
            .append(" on conflict (tenant, conversation) do update set")
            .append(" last_seq = x.last_seq + excluded.last_seq,")
            .append(" last_activity_at = greatest(x.last_activity_at, excluded.last_activity_at),")
            .append(" subject = coalesce(x.subject, excluded.subject)")
            .append(" returning tenant, conversation, subject, last_seq - ? as base)");
    for (int i = 0; i < inserts.size(); i++) {
      boolean last = i == inserts.size() - 1;
      sql.append(last ? " " : ", t" + i + " as (")
          .append(insertSql(names, inserts.get(i)))
          .append(last ? "" : ")");
    }
    return sql.toString();
  }

  private static String insertSql(Names names, Insert insert) {
    RecordTable table = insert.table();
    String array = insert.single() ? "" : "[]";
    List<String> values = new ArrayList<>(List.of("?::int8" + array, "?::text" + array));
    table.columns().forEach(column -> values.add("?::" + column.type().postgresType() + array));
    String into =
        "insert into "
            + names.of(table)
            + " (tenant, conversation, subject, seq, id, "
            + table.columnList("")
            + ") select c.tenant, c.conversation, nullif(?::text, c.subject), c.base + ";
    return insert.single()
        ? into + String.join(", ", values) + " from c"
        : into
            + "v.o, v.id, "
            + table.columnList("v.")
            + " from c, unnest("
            + String.join(", ", values)
            + ") v(o, id, "
            + table.columnList("")
            + ")";
  }
}

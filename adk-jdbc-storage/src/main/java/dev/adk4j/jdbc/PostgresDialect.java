package dev.adk4j.jdbc;

import dev.adk4j.jdbc.JdbcStorageUnitOfWork.Guard;
import dev.adk4j.jdbc.internal.Statements;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Dialect of PostgreSQL. A flush is one statement with its guard, the counter and all rows: one
 * round trip and one commit.
 */
final class PostgresDialect extends Dialect {

  /** Key of the advisory lock on the schema. Must never change. */
  private static final long SCHEMA_LOCK = 0x61646B_736368656DL;

  private final Map<Form, String> flushes = new ConcurrentHashMap<>();

  PostgresDialect(Connection connection, Names names) throws SQLException {
    super("postgresql", connection, names);
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
  boolean flushNeedsTransaction(List<RowGroup> groups, @Nullable Guard guard) {
    return false;
  }

  @Override
  void flush(Statements on, Flush flush, @Nullable Guard guard, long now) throws SQLException {
    Owner owner = flush.owner();
    long total = flush.total();
    Form form =
        new Form(
            guard != null,
            flush.groups().stream().map(g -> new Insert(g.table(), g.rows().size() == 1)).toList());
    String sql = flushes.computeIfAbsent(form, this::flushSql);
    String with = guard == null ? "with " : "with " + guard.tables() + ", ";
    String told = guard == null ? "" : told(guard.columns());
    try (PreparedStatement statement = on.connection().prepareStatement(with + sql + told)) {
      int p = guard == null ? 1 : 1 + guard.bind(statement);
      p = on.bind(statement, p, owner.key(), owner.subject(), total, now, now, total);
      for (RowGroup group : flush.groups()) {
        p = on.bind(statement, p, owner.subject(), parameters(on.connection(), group));
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

  private static void tell(PreparedStatement statement, Guard guard) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      if (!rows.next()) {
        throw guard.refused();
      }
      guard.tell(rows);
    }
  }

  private static List<?> parameters(Connection connection, RowGroup group) throws SQLException {
    if (group.rows().size() == 1) {
      Row row = group.rows().getFirst();
      return List.of(group.offsets().getFirst(), row.id(), row.parameters());
    }
    List<@Nullable Object[]> values = group.arrays();
    List<Array> arrays = new ArrayList<>();
    List<String> types = types(group.table());
    for (int i = 0; i < types.size(); i++) {
      arrays.add(connection.createArrayOf(types.get(i), values.get(i)));
    }
    return arrays;
  }

  /** Returns the types of the offset, the id and the columns. */
  private static List<String> types(RecordTable table) {
    return Stream.concat(
            Stream.of("int8", "text"), table.columns().stream().map(c -> c.type().postgresType()))
        .toList();
  }

  @Override
  void lockOwner(Statements on, Owner owner) throws SQLException {
    on.query(
        row -> true,
        "select pg_advisory_xact_lock(hashtextextended(?, ?))",
        owner.tenant() + '\n' + owner.part(),
        SCHEMA_LOCK);
  }

  @Override
  String columnsSql() {
    return "select c.relname, a.attname from pg_catalog.pg_class c"
        + " join pg_catalog.pg_namespace n on n.oid = c.relnamespace"
        + " join pg_catalog.pg_attribute a on a.attrelid = c.oid"
        + " where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm', 'f')"
        + " and c.relname like ? and a.attnum > 0 and not a.attisdropped";
  }

  @Override
  String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  @Override
  void lockSchema(Connection connection) throws SQLException {
    Statements.on(connection)
        .query(row -> true, "select pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
  }

  private String flushSql(Form form) {
    List<Insert> inserts = form.inserts();
    String counter =
        """
        c as (insert into %s as x \
        (tenant, conversation, subject, last_seq, created_at, last_activity_at) %s \
        on conflict (tenant, conversation) do update set \
        last_seq = x.last_seq + excluded.last_seq, \
        last_activity_at = greatest(x.last_activity_at, excluded.last_activity_at), \
        subject = coalesce(x.subject, excluded.subject) \
        returning tenant, conversation, subject, last_seq - ? as base)""";
    String values =
        form.guarded()
            ? "select ?::text, ?::text, ?::text, ?::int8, ?::int8, ?::int8 from guard"
            : "values (?, ?, ?, ?, ?, ?)";
    StringBuilder sql = new StringBuilder(counter.formatted(names.of(Names.CONVERSATION), values));
    for (int i = 0; i < inserts.size(); i++) {
      boolean last = i == inserts.size() - 1;
      sql.append(last ? " " : ", t" + i + " as (")
          .append(insertSql(inserts.get(i)))
          .append(last ? "" : ")");
    }
    return sql.toString();
  }

  private String insertSql(Insert insert) {
    RecordTable table = insert.table();
    String array = insert.single() ? "" : "[]";
    List<String> values = types(table).stream().map(type -> "?::" + type + array).toList();
    String columns = table.columnList("");
    String into =
        "insert into %s (tenant, conversation, subject, seq, id, %s)"
            + " select c.tenant, c.conversation, nullif(?::text, c.subject), c.base + ";
    String from =
        insert.single()
            ? "%s from c"
            : "v.o, v.id, "
                + table.columnList("v.")
                + " from c, unnest(%s) v(o, id, "
                + columns
                + ")";
    return into.formatted(names.of(table), columns) + from.formatted(String.join(", ", values));
  }
}

package dev.adk4j.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** A flush is one statement per table; the first of them moves the counter too. */
final class H2Dialect implements Dialect {

  private final Map<RecordTable, String> first = new ConcurrentHashMap<>();
  private final Map<RecordTable, String> others = new ConcurrentHashMap<>();

  @Override
  public String id() {
    return "h2";
  }

  @Override
  public boolean flushNeedsTransaction(List<RowGroup> groups) {
    return groups.size() > 1;
  }

  @Override
  public void flush(
      Connection connection, Names names, Owner owner, List<RowGroup> groups, int total, long now)
      throws SQLException {
    for (int g = 0; g < groups.size(); g++) {
      RowGroup group = groups.get(g);
      String sql =
          g == 0
              ? first.computeIfAbsent(group.table(), t -> insertSql(names, t, countingSql(names)))
              : others.computeIfAbsent(group.table(), t -> insertSql(names, t, countedSql(names)));
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        int p = 0;
        statement.setLong(++p, total);
        statement.setString(++p, owner.tenant());
        statement.setString(++p, owner.part());
        if (g == 0) {
          ColumnType.TEXT.bind(statement, ++p, owner.subject());
          statement.setLong(++p, total);
          statement.setLong(++p, now);
        }
        statement.setObject(++p, group.offsetArray());
        statement.setObject(++p, group.ids());
        for (int i = 0; i < group.table().columns().size(); i++) {
          statement.setObject(++p, group.column(i));
        }
        statement.executeUpdate();
      }
    }
  }

  /** It runs in this process, and gives the rows of the last one alone. */
  @Override
  public boolean answersTogether() {
    return false;
  }

  @Override
  public String insertIfAbsentSql(Names names, RecordTable table) {
    String typed =
        table.columns().stream()
            .map(c -> "cast(? as " + c.type().h2Type() + ") as " + c.name())
            .collect(Collectors.joining(", "));
    return "merge into "
        + names.of(table)
        + " t using (select cast(? as varchar) as tenant, cast(? as varchar) as owner, cast(? as varchar) as id,"
        + " cast(? as bigint) as stored_at, "
        + typed
        + ") s on t.tenant = s.tenant and t.id = s.id and t."
        + table.owner()
        + " = s.owner when not matched then insert (tenant, "
        + table.owner()
        + ", id, stored_at, "
        + table.columnList("")
        + ") values (s.tenant, s.owner, s.id, s.stored_at, "
        + table.columnList("s.")
        + ")";
  }

  @Override
  public String ensureConversationSql(Names names) {
    return "merge into "
        + names.conversation()
        + " t using (select cast(? as varchar) as tenant, cast(? as varchar) as conversation,"
        + " cast(? as varchar) as subject, cast(? as bigint) as created_at, cast(? as bigint) as last_activity_at) s"
        + " on t.tenant = s.tenant and t.conversation = s.conversation"
        + " when not matched then insert (tenant, conversation, subject, last_seq, created_at, last_activity_at)"
        + " values (s.tenant, s.conversation, s.subject, 0, s.created_at, s.last_activity_at)";
  }

  @Override
  public String columnsSql() {
    return "select table_name, column_name from information_schema.columns"
        + " where table_schema = current_schema and table_name like ?";
  }

  @Override
  public String folded(String name) {
    return name.toUpperCase(Locale.ROOT);
  }

  /** H2 commits each change of the schema by itself and makes them wait for each other. */
  @Override
  public void lockSchema(Connection connection) {}

  private static String countingSql(Names names) {
    return "final table (merge into "
        + names.conversation()
        + " x using (select cast(? as varchar) as tenant, cast(? as varchar) as conversation,"
        + " cast(? as varchar) as subject, cast(? as bigint) as n, cast(? as bigint) as now) s"
        + " on x.tenant = s.tenant and x.conversation = s.conversation"
        + " when matched then update set last_seq = x.last_seq + s.n,"
        + " last_activity_at = greatest(x.last_activity_at, s.now), subject = coalesce(x.subject, s.subject)"
        + " when not matched then insert (tenant, conversation, subject, last_seq, created_at, last_activity_at)"
        + " values (s.tenant, s.conversation, s.subject, s.n, s.now, s.now))";
  }

  private static String countedSql(Names names) {
    return "(select tenant, conversation, last_seq from "
        + names.conversation()
        + " where tenant = ? and conversation = ?)";
  }

  private static String insertSql(Names names, RecordTable table, String counter) {
    List<String> arrays =
        new ArrayList<>(List.of("cast(? as bigint array)", "cast(? as varchar array)"));
    table
        .columns()
        .forEach(column -> arrays.add("cast(? as " + column.type().h2Type() + " array)"));
    return "insert into "
        + names.of(table)
        + " (tenant, conversation, seq, id, "
        + table.columnList("")
        + ") select c.tenant, c.conversation, c.last_seq - ? + v.o, v.id, "
        + table.columnList("v.")
        + " from "
        + counter
        + " c, unnest("
        + String.join(", ", arrays)
        + ") v(o, id, "
        + table.columnList("")
        + ")";
  }
}

package dev.adk4j.jdbc;

import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.JdbcStorageUnitOfWork.Guard;
import dev.adk4j.jdbc.internal.Statements;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Dialect of H2. A flush is one statement per table; the first one also advances the counter. */
final class H2Dialect extends Dialect {

  /**
   * Checks the setting {@code IGNORECASE}, the columns created with it, and collations. H2 finds
   * the columns of tables by name a hundred times faster than all columns.
   */
  private static final String CASE_BLIND =
      "select 'a' = 'A' or exists (select 1 from INFORMATION_SCHEMA.SETTINGS where lower(SETTING_NAME) ="
          + " 'ignorecase' and SETTING_VALUE in ('TRUE', '1')) or exists (select 1 from"
          + " INFORMATION_SCHEMA.COLUMNS where TABLE_NAME in (upper('%1$s'), lower('%1$s')) and"
          + " DATA_TYPE = 'VARCHAR_IGNORECASE' and lower(COLUMN_NAME) = 'tenant')";

  private static final int OWNER_LOCKS = 64;

  private final boolean lower;
  private final boolean upper;
  private final Map<RecordTable, String> first = new ConcurrentHashMap<>();
  private final Map<RecordTable, String> others = new ConcurrentHashMap<>();

  /**
   * Queries the case of unquoted names.
   *
   * @throws AdkException {@code E_STORAGE_SCHEMA} if the database ignores case: the tenants {@code
   *     acme} and {@code ACME} would be the same
   */
  H2Dialect(Connection connection, Names names) throws SQLException {
    super("h2", connection, names);
    DatabaseMetaData stored = connection.getMetaData();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(CASE_BLIND.formatted(names.plain(Names.BLOB_CHUNK)))) {
      row.next();
      if (row.getBoolean(1)) {
        throw AdkException.of(StorageErrorCode.E_STORAGE_SCHEMA)
            .message(
                "The H2 database ignores case in comparisons, so the tenants acme and "
                    + "ACME would be the same.")
            .help(
                "Remove IGNORECASE=TRUE from its URL, or the collation's strength "
                    + "from its settings, and recreate the tables: columns keep the setting "
                    + "they were created with.")
            .build();
      }
    }
    this.lower = stored.storesLowerCaseIdentifiers();
    this.upper = stored.storesUpperCaseIdentifiers();
  }

  @Override
  boolean flushNeedsTransaction(List<RowGroup> groups, @Nullable Guard guard) {
    return groups.size() > 1 || guard != null;
  }

  @Override
  void flush(Statements on, Flush flush, @Nullable Guard guard, long now) throws SQLException {
    if (guard != null) {
      guard.run(on.connection());
    }
    Owner owner = flush.owner();
    long total = flush.total();
    List<RowGroup> groups = flush.groups();
    for (int g = 0; g < groups.size(); g++) {
      RowGroup group = groups.get(g);
      String sql =
          g == 0
              ? first.computeIfAbsent(group.table(), t -> insertSql(t, countingSql()))
              : others.computeIfAbsent(group.table(), t -> insertSql(t, countedSql()));
      on.update(
          sql,
          owner.subject(),
          total,
          owner.key(),
          g == 0 ? Arrays.asList(owner.subject(), total, now) : List.of(),
          group.arrays());
    }
  }

  /** Locks one of a few rows that represent all owners, because H2 supports only row locks. */
  @Override
  void lockOwner(Statements on, Owner owner) throws SQLException {
    String lock = "owner-" + Math.floorMod(Objects.hash(owner.tenant(), owner.part()), OWNER_LOCKS);
    String table = names.of("adk_memory_lease");
    for (String sql :
        List.of(
            "update " + table + " set lease_until = 0 where name = ?",
            "insert into " + table + " (node, lease_until, name) values ('', 0, ?)")) {
      if (on.update(sql, lock) == 1) {
        return;
      }
    }
  }

  @Override
  String columnsSql() {
    // in upper case, because H2 can be configured to keep the case of names
    return "select TABLE_NAME, COLUMN_NAME from INFORMATION_SCHEMA.COLUMNS"
        + " where TABLE_SCHEMA = current_schema and TABLE_NAME like ?";
  }

  @Override
  String folded(String name) {
    return lower ? name.toLowerCase(Locale.ROOT) : upper ? name.toUpperCase(Locale.ROOT) : name;
  }

  /** Does nothing: H2 commits each schema change separately and serializes them. */
  @Override
  void lockSchema(Connection connection) {}

  private String countingSql() {
    return """
        final table (merge into %s x using (select cast(? as varchar) as tenant, \
        cast(? as varchar) as conversation, cast(? as varchar) as subject, \
        cast(? as bigint) as n, cast(? as bigint) as now) s \
        on x.tenant = s.tenant and x.conversation = s.conversation \
        when matched then update set last_seq = x.last_seq + s.n, \
        last_activity_at = greatest(x.last_activity_at, s.now), \
        subject = coalesce(x.subject, s.subject) \
        when not matched then insert \
        (tenant, conversation, subject, last_seq, created_at, last_activity_at) \
        values (s.tenant, s.conversation, s.subject, s.n, s.now, s.now))"""
        .formatted(names.of(Names.CONVERSATION));
  }

  private String countedSql() {
    return """
        (select tenant, conversation, subject, last_seq from %s \
        where tenant = ? and conversation = ?)"""
        .formatted(names.of(Names.CONVERSATION));
  }

  private String insertSql(RecordTable table, String counter) {
    List<String> arrays =
        new ArrayList<>(List.of("cast(? as bigint array)", "cast(? as varchar array)"));
    table
        .columns()
        .forEach(column -> arrays.add("cast(? as " + column.type().h2Type() + " array)"));
    return """
        insert into %1$s (tenant, conversation, subject, seq, id, %2$s) \
        select c.tenant, c.conversation, nullif(cast(? as varchar), c.subject), \
        c.last_seq - ? + v.o, v.id, %3$s \
        from %4$s c, unnest(%5$s) v(o, id, %2$s)"""
        .formatted(
            names.of(table),
            table.columnList(""),
            table.columnList("v."),
            counter,
            String.join(", ", arrays));
  }
}

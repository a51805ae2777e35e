package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.jdbc.internal.StorageSql.Value;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queries and clean-up across all conversations. */
record Sweeps(StorageSql sql) {

  private static final String SWEEP = "sweep";

  private static final String CURSORS =
      "select v.tenant, v.subject, v.conversation, c.store_name from {adk_memory_cursor} c"
          + " join {adk_memory_conversation} v on v.tenant = c.tenant and v.scope_key = c.scope_key"
          + " where ";

  boolean acquire(Statements on, String node, long lifeMillis) throws SQLException {
    String name = TextEscape.escape(node);
    String update =
        "update {adk_memory_lease} set node = ?, lease_until = {now} + ?"
            + " where name = ? and (node = ? or lease_until <= {now})";
    String insert =
        sql.insertIfAbsent(
            "{adk_memory_lease}",
            List.of("name"),
            Value.parameter("node", "varchar(200)"),
            new Value("lease_until", "bigint", "{now} + ?"));
    return on.update(update, name, lifeMillis, SWEEP, name) == 1
        || on.update(insert, SWEEP, name, lifeMillis) == 1;
  }

  List<SaveKey> abandoned(Statements on, List<String> stores, int limit) throws SQLException {
    return cursors(
        on,
        "((c.requests > 0 and (c.lease_token is null or c.lease_until <= {now}))"
            + " or (c.lease_token is not null and c.lease_until <= {now}))",
        "c.requested_at",
        stores,
        limit,
        List.of());
  }

  List<SaveKey> failed(Statements on, List<String> stores, long sinceMillis, int limit)
      throws SQLException {
    return cursors(
        on,
        "c.failures > 0 and c.requests = 0"
            + " and (c.lease_token is null or c.lease_until <= {now})"
            + " and c.last_attempt_at <= {now} - ? and exists (select 1 from {adk_memory_journal} j"
            + " where j.tenant = c.tenant and j.scope_key = c.scope_key and j.seq > c.saved_seq)",
        "c.last_attempt_at",
        stores,
        limit,
        List.of(sinceMillis));
  }

  private List<SaveKey> cursors(
      Statements on,
      String condition,
      String order,
      List<String> stores,
      int limit,
      List<Object> args)
      throws SQLException {
    if (stores.isEmpty()) {
      return List.of();
    }
    String select =
        "%s%s and c.store_name in %s order by %s, v.tenant, v.scope_key, c.store_name limit %s"
            .formatted(CURSORS, condition, StorageSql.in(stores.size()), order, limit);
    return on.query(Sweeps::key, select, args, stores);
  }

  private static SaveKey key(ResultSet row) throws SQLException {
    return new SaveKey(ConversationKey.read(row), TextEscape.unescape(row.getString(4)));
  }

  /** Deletes an owner's waiting messages and returns the keys with a lease. */
  List<SaveKey> discard(Statements on, String tenant, String subject) throws SQLException {
    String owned =
        " where tenant = ? and scope_key in (select scope_key from {adk_memory_conversation}"
            + " where tenant = ? and subject = ?)";
    for (String table : List.of("{adk_memory_journal}", "{adk_memory_staged_fact}")) {
      on.update("delete from " + table + owned, tenant, tenant, subject);
    }
    String leased =
        CURSORS
            + "v.tenant = ? and v.subject = ? and c.lease_token is not null"
            + " and c.lease_until > {now}";
    return on.query(Sweeps::key, leased, tenant, subject);
  }

  /**
   * Returns the keys of idle conversations. Queries each store separately, because a conversation
   * without a request for a store has no cursor.
   */
  List<SaveKey> idle(Statements on, List<String> stores, long sinceMillis, int limit)
      throws SQLException {
    String select =
        "select v.tenant, v.subject, v.conversation, cast(? as varchar(800))"
            + " from {adk_memory_conversation} v left join {adk_memory_cursor} c"
            + " on c.tenant = v.tenant and c.scope_key = v.scope_key and c.store_name = ?"
            + " where v.last_activity_at <= {now} - ? and coalesce(c.requested_at, 0) <= {now} - ?"
            + " and (c.lease_token is null or c.lease_until <= {now})"
            + " and exists (select 1 from {adk_memory_journal} j where j.tenant = v.tenant"
            + " and j.scope_key = v.scope_key and j.seq > coalesce(c.saved_seq, -1))"
            + " order by v.last_activity_at, v.tenant, v.scope_key limit ?";
    List<SaveKey> keys = new ArrayList<>();
    for (String store : stores) {
      int wanted = limit - keys.size();
      keys.addAll(on.query(Sweeps::key, select, store, store, sinceMillis, sinceMillis, wanted));
      if (keys.size() == limit) {
        break;
      }
    }
    return keys;
  }

  Map<String, StoreBacklog> backlog(Statements on, Collection<String> stores) throws SQLException {
    String messages =
        "select count(*) from {adk_memory_journal} j left join {adk_memory_cursor} c"
            + " on c.tenant = j.tenant and c.scope_key = j.scope_key and c.store_name = ?"
            + " where j.seq > coalesce(c.saved_seq, -1)";
    String failing =
        "select count(*), coalesce(max(failures), 0) from {adk_memory_cursor}"
            + " where store_name = ? and failures > 0";
    Map<String, StoreBacklog> backlogs = new LinkedHashMap<>();
    for (String store : stores) {
      String name = StoreKey.store(store);
      long waiting = on.number(messages, name);
      on.query(
          row -> backlogs.put(store, new StoreBacklog(waiting, row.getLong(1), row.getInt(2))),
          failing,
          name);
    }
    return backlogs;
  }

  /**
   * Deletes messages that all stores have saved.
   *
   * @param key conversation; null for all
   */
  long trim(Statements on, @Nullable ConversationKey key, List<String> stores) throws SQLException {
    String delete =
        ("delete from {adk_memory_journal} j where %s(select count(*) from {adk_memory_cursor} c"
                + " where c.tenant = j.tenant and c.scope_key = j.scope_key"
                + " and c.saved_seq >= j.seq and c.store_name in %s) = %s")
            .formatted(
                key == null ? "" : "j.tenant = ? and j.scope_key = ? and ",
                StorageSql.in(stores.size()),
                stores.size());
    List<String> own = key == null ? List.of() : key.columns();
    return on.update(delete, own, stores);
  }

  /** Deletes unused rows, including turns that will not be reported again. */
  boolean tidy(Statements on, List<String> stores, long unusedMillis) throws SQLException {
    String others =
        stores.isEmpty() ? "" : " and store_name not in " + StorageSql.in(stores.size());
    String cursors = "delete from {adk_memory_cursor} where coalesce(requested_at, 0) <= {now} - ?";
    String triggers =
        "delete from {adk_memory_trigger} t where not exists (select 1 from {adk_memory_cursor} c"
            + " where c.tenant = t.tenant and c.scope_key = t.scope_key"
            + " and c.store_name = t.store_name)";
    String turns = "delete from {adk_memory_turn} where closed_at < {now} - ?";
    on.update(cursors + others, unusedMillis, stores);
    on.update(triggers + others, stores);
    on.update(turns, unusedMillis);
    return true;
  }

  long dropOlderThan(Statements on, long ageMillis) throws SQLException {
    String delete = "delete from {adk_memory_journal} where captured_at < {now} - ?";
    return on.update(delete, ageMillis);
  }
}

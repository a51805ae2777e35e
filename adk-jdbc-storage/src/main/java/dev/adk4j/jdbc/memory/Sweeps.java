package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Inserts.Value;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queries and clean-up across all conversations. */
final class Sweeps {

  private static final String SWEEP = "sweep";

  private final Sql sql;
  private final String conversation;
  private final String journal;
  private final String cursor;

  Sweeps(Sql sql) {
    this.sql = sql;
    this.conversation = sql.table("adk_memory_conversation");
    this.journal = sql.table("adk_memory_journal");
    this.cursor = sql.table("adk_memory_cursor");
  }

  boolean acquire(Connection connection, String node, long lifeMillis) throws SQLException {
    String name = TextEscape.escape(node);
    String update =
        ("update %s set node = ?, lease_until = %s + ? where name = ? and (node = ? or lease_until <= %s)")
            .formatted(sql.table("adk_memory_lease"), sql.now, sql.now);
    String insert =
        sql.insertIfAbsent(
            "adk_memory_lease",
            List.of("name"),
            Value.parameter("node", "varchar(200)"),
            new Value("lease_until", "bigint", sql.now + " + ?"));
    return Statements.update(connection, update, name, lifeMillis, SWEEP, name) == 1
        || Statements.update(connection, insert, SWEEP, name, lifeMillis) == 1;
  }

  List<SaveKey> abandoned(Connection connection, Collection<String> stores, int limit)
      throws SQLException {
    return cursors(
        connection,
        "((c.requests > 0 and (c.lease_token is null or c.lease_until <= "
            + sql.now
            + ")) or (c.lease_token is not null and c.lease_until <= "
            + sql.now
            + "))",
        "c.requested_at",
        stores,
        limit,
        List.of());
  }

  List<SaveKey> failed(
      Connection connection, Collection<String> stores, long sinceMillis, int limit)
      throws SQLException {
    return cursors(
        connection,
        "c.failures > 0 and c.requests = 0 and (c.lease_token is null or c.lease_until <= "
            + sql.now
            + ") and c.last_attempt_at <= "
            + sql.now
            + " - ? and exists (select 1 from "
            + journal
            + " j where j.tenant = c.tenant and j.scope_key = c.scope_key and j.seq > c.saved_seq)",
        "c.last_attempt_at",
        stores,
        limit,
        List.of(sinceMillis));
  }

  private List<SaveKey> cursors(
      Connection connection,
      String condition,
      String order,
      Collection<String> stores,
      int limit,
      List<Object> args)
      throws SQLException {
    if (stores.isEmpty()) {
      return List.of();
    }
    String select =
        ("select v.tenant, v.subject, v.conversation, c.store_name from %s c join %s v"
                + " on v.tenant = c.tenant and v.scope_key = c.scope_key where %s and c.store_name in %s"
                + " order by %s, v.tenant, v.scope_key, c.store_name limit %s")
            .formatted(cursor, conversation, condition, Sql.in(stores.size()), order, limit);
    return Statements.query(connection, Sweeps::key, select, args, StoreKey.stores(stores));
  }

  private static SaveKey key(java.sql.ResultSet row) throws SQLException {
    return new SaveKey(ConversationKey.read(row), TextEscape.unescape(row.getString(4)));
  }

  /** Deletes an owner's waiting messages and returns the keys with a lease. */
  List<SaveKey> discard(Connection connection, String tenant, String subject) throws SQLException {
    String owned =
        " where tenant = ? and scope_key in (select scope_key from "
            + conversation
            + " where tenant = ? and subject = ?)";
    for (String table : List.of(journal, sql.table("adk_memory_staged_fact"))) {
      Statements.update(connection, "delete from " + table + owned, tenant, tenant, subject);
    }
    String select =
        ("select v.tenant, v.subject, v.conversation, c.store_name from %s c join %s v"
                + " on v.tenant = c.tenant and v.scope_key = c.scope_key where v.tenant = ? and v.subject = ?"
                + " and c.lease_token is not null and c.lease_until > %s")
            .formatted(cursor, conversation, sql.now);
    return Statements.query(connection, Sweeps::key, select, tenant, subject);
  }

  /**
   * Returns the keys of idle conversations. Queries each store separately, because a conversation
   * without a request for a store has no cursor.
   */
  List<SaveKey> idle(Connection connection, Collection<String> stores, long sinceMillis, int limit)
      throws SQLException {
    String select =
        ("select v.tenant, v.subject, v.conversation, cast(? as varchar(800)) from %s v left join %s c"
                + " on c.tenant = v.tenant and c.scope_key = v.scope_key and c.store_name = ?"
                + " where v.last_activity_at <= %s - ? and coalesce(c.requested_at, 0) <= %s - ?"
                + " and (c.lease_token is null or c.lease_until <= %s)"
                + " and exists (select 1 from %s j where j.tenant = v.tenant and j.scope_key = v.scope_key"
                + " and j.seq > coalesce(c.saved_seq, -1))"
                + " order by v.last_activity_at, v.tenant, v.scope_key limit ?")
            .formatted(conversation, cursor, sql.now, sql.now, sql.now, journal);
    List<SaveKey> keys = new ArrayList<>();
    for (String store : stores) {
      String name = StoreKey.store(store);
      keys.addAll(
          Statements.query(
              connection,
              Sweeps::key,
              select,
              name,
              name,
              sinceMillis,
              sinceMillis,
              limit - keys.size()));
      if (keys.size() == limit) {
        break;
      }
    }
    return keys;
  }

  Map<String, StoreBacklog> backlog(Connection connection, Collection<String> stores)
      throws SQLException {
    String messages =
        ("select count(*) from %s j left join %s c on c.tenant = j.tenant and c.scope_key = j.scope_key"
                + " and c.store_name = ? where j.seq > coalesce(c.saved_seq, -1)")
            .formatted(journal, cursor);
    String failing =
        "select count(*), coalesce(max(failures), 0) from "
            + cursor
            + " where store_name = ? and failures > 0";
    Map<String, StoreBacklog> backlogs = new LinkedHashMap<>();
    for (String store : stores) {
      String name = StoreKey.store(store);
      long waiting = Statements.number(connection, messages, name);
      Statements.query(
          connection,
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
  long trim(Connection connection, @Nullable ConversationKey key, Collection<String> stores)
      throws SQLException {
    String delete =
        ("delete from %s j where %s(select count(*) from %s c where c.tenant = j.tenant and c.scope_key = j.scope_key"
                + " and c.saved_seq >= j.seq and c.store_name in %s) = %s")
            .formatted(
                journal,
                key == null ? "" : "j.tenant = ? and j.scope_key = ? and ",
                cursor,
                Sql.in(stores.size()),
                stores.size());
    List<String> own = key == null ? List.of() : key.columns();
    return Statements.update(connection, delete, own, StoreKey.stores(stores));
  }

  /** Deletes unused rows, including turns that will not be reported again. */
  boolean tidy(Connection connection, Collection<String> stores, long unusedMillis)
      throws SQLException {
    String others = stores.isEmpty() ? "" : " and store_name not in " + Sql.in(stores.size());
    Statements.update(
        connection,
        "delete from %s where coalesce(requested_at, 0) <= %s - ?%s"
            .formatted(cursor, sql.now, others),
        unusedMillis,
        StoreKey.stores(stores));
    Statements.update(
        connection,
        ("delete from %s t where not exists (select 1 from %s c where c.tenant = t.tenant"
                + " and c.scope_key = t.scope_key and c.store_name = t.store_name)%s")
            .formatted(sql.table("adk_memory_trigger"), cursor, others),
        StoreKey.stores(stores));
    Statements.update(
        connection,
        "delete from " + sql.table("adk_memory_turn") + " where closed_at < " + sql.now + " - ?",
        unusedMillis);
    return true;
  }

  long dropOlderThan(Connection connection, long ageMillis) throws SQLException {
    return Statements.update(
        connection,
        "delete from " + journal + " where captured_at < " + sql.now + " - ?",
        ageMillis);
  }
}

package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.memory.Sql.Value;
import dev.adk4j.memory.journal.ExtractionJournal.BackOff;
import dev.adk4j.memory.journal.ExtractionJournal.Cursor;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.journal.ExtractionJournal.StagedBatch;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Progress, requests and leases of each store. Each change by a worker includes its token, so a
 * worker that lost its lease changes nothing.
 */
final class Cursors {

  private static final String KEY = " where tenant = ? and scope_key = ? and store_name = ?";

  private final Sql sql;
  private final Captures captures;
  private final Staging staging;
  private final Asides asides;
  private final String cursor;
  private final String trigger;
  private final String ensure;
  private final String firstCount;

  Cursors(Sql sql, Captures captures) {
    this.sql = sql;
    this.captures = captures;
    this.staging = new Staging(sql);
    this.asides = new Asides(sql);
    this.cursor = sql.table("adk_memory_cursor");
    this.trigger = sql.table("adk_memory_trigger");
    this.ensure =
        sql.insertIfAbsent(
            "adk_memory_cursor",
            3,
            Value.text("tenant"),
            Value.text("scope_key"),
            Value.text("store_name"),
            Value.of("saved_seq", "bigint", "-1"),
            Value.of("requests", "integer", "0"),
            Value.of("begun", "boolean", "false"),
            Value.of("failures", "integer", "0"),
            Value.of("probe_count", "integer", "0"));
    this.firstCount =
        sql.insertIfAbsent(
            "adk_memory_trigger",
            4,
            Value.text("tenant"),
            Value.text("scope_key"),
            Value.text("store_name"),
            Value.text("trigger_key"),
            Value.of("fired", "bigint", "0"));
  }

  private int update(Connection connection, String set, StoreKey key, @Nullable Object... args)
      throws SQLException {
    return Sql.update(connection, "update " + cursor + " set " + set + KEY, with(args, key));
  }

  private int updateLeased(
      Connection connection, String set, StoreKey key, String token, @Nullable Object... args)
      throws SQLException {
    @Nullable Object[] all = with(args, key);
    @Nullable Object[] leased = java.util.Arrays.copyOf(all, all.length + 1);
    leased[all.length] = token;
    return Sql.update(
        connection, "update " + cursor + " set " + set + KEY + " and lease_token = ?", leased);
  }

  private static @Nullable Object[] with(@Nullable Object[] args, StoreKey key) {
    @Nullable Object[] all = java.util.Arrays.copyOf(args, args.length + 3);
    all[args.length] = key.tenant();
    all[args.length + 1] = key.scope();
    all[args.length + 2] = key.store();
    return all;
  }

  /** Creates the row if it is missing. */
  private void ensure(Connection connection, StoreKey key) throws SQLException {
    captures.ensure(connection, key.conversation());
    Sql.update(connection, ensure, key.tenant(), key.scope(), key.store());
  }

  boolean request(Connection connection, StoreKey key, BackOff backOff) throws SQLException {
    State state = lock(connection, key);
    if (!backOff.backsOff(state.failures())) {
      return ask(connection, key);
    }
    int probe = state.probes() + 1;
    update(connection, "probe_count = ?", key, probe);
    return backOff.acceptsProbe(probe) && ask(connection, key);
  }

  boolean ask(Connection connection, StoreKey key) throws SQLException {
    String set = "requests = requests + 1, requested_at = " + sql.now;
    if (update(connection, set, key) == 0) {
      ensure(connection, key);
      update(connection, set, key);
    }
    return true;
  }

  /** Returns the token of a new lease, or null if a valid lease exists. */
  @Nullable String acquire(Connection connection, StoreKey key, long lifeMillis)
      throws SQLException {
    String token = UUID.randomUUID().toString();
    if (take(connection, key, token, lifeMillis)) {
      return token;
    }
    ensure(connection, key);
    return take(connection, key, token, lifeMillis) ? token : null;
  }

  private boolean take(Connection connection, StoreKey key, String token, long lifeMillis)
      throws SQLException {
    String update =
        ("update %s set requests = requests + case when begun then 1 else 0 end, begun = false,"
                + " lease_token = ?, lease_until = %s + ?%s and (lease_token is null or lease_until <= %s)")
            .formatted(cursor, sql.now, KEY, sql.now);
    return Sql.update(connection, update, token, lifeMillis, key.tenant(), key.scope(), key.store())
        == 1;
  }

  boolean renew(Connection connection, StoreKey key, String token, long lifeMillis)
      throws SQLException {
    return updateLeased(connection, "lease_until = " + sql.now + " + ?", key, token, lifeMillis)
        == 1;
  }

  boolean begin(Connection connection, StoreKey key, String token) throws SQLException {
    String took = "requests = requests - 1, begun = true, last_attempt_at = " + sql.now;
    String noneLeft = "begun = false, lease_token = null, lease_until = null";
    State state = lock(connection, key);
    if (!token.equals(state.token())) {
      return false;
    }
    boolean waiting = state.requests() > 0;
    updateLeased(connection, waiting ? took : noneLeft, key, token);
    return waiting;
  }

  boolean commit(
      Connection connection, StoreKey key, String token, long savedSeq, boolean delivered)
      throws SQLException {
    String healthy = ", failures = 0, probe_count = 0, last_error = null";
    int changed =
        updateLeased(
            connection,
            "saved_seq = greatest(saved_seq, ?)" + (delivered ? healthy : ""),
            key,
            token,
            savedSeq);
    if (changed == 1) {
      staging.clear(connection, key);
    }
    return changed == 1;
  }

  boolean stage(Connection connection, StoreKey key, String token, StagedBatch batch)
      throws SQLException {
    boolean held = token.equals(lock(connection, key).token());
    if (held) {
      staging.put(connection, key, batch);
    }
    return held;
  }

  boolean confirm(Connection connection, StoreKey key, String token, String factKey)
      throws SQLException {
    boolean held = token.equals(lock(connection, key).token());
    if (held) {
      staging.confirm(connection, key, factKey);
    }
    return held;
  }

  Optional<StagedBatch> staged(Connection connection, StoreKey key) throws SQLException {
    return staging.read(connection, key);
  }

  boolean setAside(Connection connection, StoreKey key, String token, SetAside item)
      throws SQLException {
    boolean held = token.equals(lock(connection, key).token());
    if (held) {
      asides.put(connection, key, item);
    }
    return held;
  }

  int fail(Connection connection, StoreKey key, String token, String error) throws SQLException {
    int changed =
        updateLeased(
            connection,
            "failures = failures + 1, begun = false, last_error = ?",
            key,
            token,
            TextEscape.escape(error));
    return changed == 0 ? 0 : lock(connection, key).failures();
  }

  boolean release(Connection connection, StoreKey key, String token) throws SQLException {
    return updateLeased(
            connection,
            "requests = requests + case when begun then 1 else 0 end, begun = false, lease_token = null,"
                + " lease_until = null",
            key,
            token)
        == 1;
  }

  Cursor read(Connection connection, StoreKey key) throws SQLException {
    String select =
        ("select saved_seq, failures, probe_count, requests, requested_at, last_attempt_at, last_error,"
                + " case when lease_token is not null and lease_until > %s then true else false end from %s%s")
            .formatted(sql.now, cursor, KEY);
    Cursor found =
        Sql.first(connection, Cursors::cursor, select, key.tenant(), key.scope(), key.store());
    return found == null ? Cursor.START : found;
  }

  private static Cursor cursor(ResultSet row) throws SQLException {
    String error = row.getString(7);
    return new Cursor(
        row.getLong(1),
        row.getInt(2),
        row.getInt(3),
        row.getInt(4),
        instant(row, 5),
        instant(row, 6),
        error == null ? null : TextEscape.unescape(error),
        row.getBoolean(8));
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }

  long count(Connection connection, StoreKey key, String triggerKey) throws SQLException {
    String where = KEY + " and trigger_key = ?";
    Object[] args = {key.tenant(), key.scope(), key.store(), triggerKey};
    String update = "update " + trigger + " set fired = fired + 1" + where;
    if (Sql.update(connection, update, args) == 0) {
      captures.ensure(connection, key.conversation());
      Sql.update(connection, firstCount, args);
      Sql.update(connection, update, args);
    }
    return Objects.requireNonNull(
        Sql.first(connection, row -> row.getLong(1), "select fired from " + trigger + where, args));
  }

  /** Reads the state and locks the row until the commit. */
  private State lock(Connection connection, StoreKey key) throws SQLException {
    String select =
        "select failures, probe_count, requests, lease_token from " + cursor + KEY + " for update";
    State state =
        Sql.first(
            connection,
            row -> new State(row.getInt(1), row.getInt(2), row.getInt(3), row.getString(4)),
            select,
            key.tenant(),
            key.scope(),
            key.store());
    return state == null ? State.NONE : state;
  }

  private record State(int failures, int probes, int requests, @Nullable String token) {
    static final State NONE = new State(0, 0, 0, null);
  }
}

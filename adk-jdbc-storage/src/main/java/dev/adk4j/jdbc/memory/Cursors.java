package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.jdbc.internal.StorageSql.Value;
import dev.adk4j.memory.journal.ExtractionJournal.BackOff;
import dev.adk4j.memory.journal.ExtractionJournal.Cursor;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.journal.ExtractionJournal.StagedBatch;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Progress, requests and leases of each store. Each change by a worker includes its token, so a
 * worker that lost its lease changes nothing.
 */
final class Cursors {

  private static final String KEY = " where tenant = ? and scope_key = ? and store_name = ?";

  private final Captures captures;
  private final Asides asides;
  private final String ensure;
  private final String firstCount;

  Cursors(StorageSql sql, Captures captures) {
    this.captures = captures;
    this.asides = new Asides(sql);
    this.ensure =
        sql.insertIfAbsent(
            "{adk_memory_cursor}",
            List.of("tenant", "scope_key", "store_name"),
            new Value("saved_seq", "bigint", "-1"),
            new Value("requests", "integer", "0"),
            new Value("begun", "boolean", "false"),
            new Value("failures", "integer", "0"),
            new Value("probe_count", "integer", "0"));
    this.firstCount =
        sql.insertIfAbsent(
            "{adk_memory_trigger}",
            List.of("tenant", "scope_key", "store_name", "trigger_key"),
            new Value("fired", "bigint", "0"));
  }

  private int update(Statements on, String set, StoreKey key, @Nullable Object... args)
      throws SQLException {
    String update = "update {adk_memory_cursor} set " + set + KEY;
    return on.update(update, Arrays.asList(args), key.columns());
  }

  private int updateLeased(
      Statements on, String set, StoreKey key, String token, @Nullable Object... args)
      throws SQLException {
    String update = "update {adk_memory_cursor} set " + set + KEY + " and lease_token = ?";
    return on.update(update, Arrays.asList(args), key.columns(), token);
  }

  /** Creates the row if it is missing. */
  private void ensure(Statements on, StoreKey key) throws SQLException {
    captures.ensure(on, key.conversation());
    on.update(ensure, key.columns());
  }

  boolean request(Statements on, StoreKey key, BackOff backOff) throws SQLException {
    State state = lock(on, key);
    if (!backOff.backsOff(state.failures())) {
      return ask(on, key);
    }
    int probe = state.probes() + 1;
    update(on, "probe_count = ?", key, probe);
    return backOff.acceptsProbe(probe) && ask(on, key);
  }

  boolean ask(Statements on, StoreKey key) throws SQLException {
    String set = "requests = requests + 1, requested_at = {now}";
    if (update(on, set, key) == 0) {
      ensure(on, key);
      update(on, set, key);
    }
    return true;
  }

  /** Returns the token of a new lease, or empty if a valid lease exists. */
  Optional<String> acquire(Statements on, StoreKey key, long lifeMillis) throws SQLException {
    String token = UUID.randomUUID().toString();
    boolean taken = take(on, key, token, lifeMillis);
    if (!taken) {
      ensure(on, key);
      taken = take(on, key, token, lifeMillis);
    }
    return taken ? Optional.of(token) : Optional.empty();
  }

  private boolean take(Statements on, StoreKey key, String token, long lifeMillis)
      throws SQLException {
    String update =
        "update {adk_memory_cursor} set requests = requests + case when begun then 1 else 0 end,"
            + " begun = false, lease_token = ?, lease_until = {now} + ?"
            + KEY
            + " and (lease_token is null or lease_until <= {now})";
    return on.update(update, token, lifeMillis, key.columns()) == 1;
  }

  boolean renew(Statements on, StoreKey key, String token, long lifeMillis) throws SQLException {
    return updateLeased(on, "lease_until = {now} + ?", key, token, lifeMillis) == 1;
  }

  boolean begin(Statements on, StoreKey key, String token) throws SQLException {
    String took = "requests = requests - 1, begun = true, last_attempt_at = {now}";
    String noneLeft = "begun = false, lease_token = null, lease_until = null";
    State state = lock(on, key);
    if (!token.equals(state.token())) {
      return false;
    }
    boolean waiting = state.requests() > 0;
    updateLeased(on, waiting ? took : noneLeft, key, token);
    return waiting;
  }

  boolean commit(Statements on, StoreKey key, String token, long savedSeq, boolean delivered)
      throws SQLException {
    String healthy = ", failures = 0, probe_count = 0, last_error = null";
    int changed =
        updateLeased(
            on,
            "saved_seq = greatest(saved_seq, ?)" + (delivered ? healthy : ""),
            key,
            token,
            savedSeq);
    if (changed == 1) {
      Staging.clear(on, key);
    }
    return changed == 1;
  }

  boolean stage(Statements on, StoreKey key, String token, StagedBatch batch) throws SQLException {
    boolean held = isHeld(on, key, token);
    if (held) {
      Staging.put(on, key, batch);
    }
    return held;
  }

  boolean confirm(Statements on, StoreKey key, String token, String factKey) throws SQLException {
    boolean held = isHeld(on, key, token);
    if (held) {
      Staging.confirm(on, key, factKey);
    }
    return held;
  }

  /** Locks the row until the commit. Returns true if the token holds the lease. */
  private boolean isHeld(Statements on, StoreKey key, String token) throws SQLException {
    return token.equals(lock(on, key).token());
  }

  Optional<StagedBatch> staged(Statements on, StoreKey key) throws SQLException {
    return Staging.read(on, key);
  }

  boolean setAside(Statements on, StoreKey key, String token, SetAside item) throws SQLException {
    boolean held = isHeld(on, key, token);
    if (held) {
      asides.put(on, key, item);
    }
    return held;
  }

  int fail(Statements on, StoreKey key, String token, String error) throws SQLException {
    int changed =
        updateLeased(
            on,
            "failures = failures + 1, begun = false, last_error = ?",
            key,
            token,
            TextEscape.escape(error));
    return changed == 0 ? 0 : lock(on, key).failures();
  }

  boolean release(Statements on, StoreKey key, String token) throws SQLException {
    return updateLeased(
            on,
            "requests = requests + case when begun then 1 else 0 end, begun = false, lease_token = null,"
                + " lease_until = null",
            key,
            token)
        == 1;
  }

  Cursor read(Statements on, StoreKey key) throws SQLException {
    String select =
        "select saved_seq, failures, probe_count, requests, requested_at, last_attempt_at,"
            + " last_error, case when lease_token is not null and lease_until > {now} then true"
            + " else false end from {adk_memory_cursor}"
            + KEY;
    Cursor found = on.first(Cursors::cursor, select, key.columns());
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

  long count(Statements on, StoreKey key, String triggerKey) throws SQLException {
    String where = KEY + " and trigger_key = ?";
    Object[] args = {key.columns(), triggerKey};
    String update = "update {adk_memory_trigger} set fired = fired + 1" + where;
    if (on.update(update, args) == 0) {
      captures.ensure(on, key.conversation());
      on.update(firstCount, args);
      on.update(update, args);
    }
    return on.number("select fired from {adk_memory_trigger}" + where, args);
  }

  /** Reads the state and locks the row until the commit. */
  private State lock(Statements on, StoreKey key) throws SQLException {
    String select =
        "select failures, probe_count, requests, lease_token from {adk_memory_cursor}"
            + KEY
            + " for update";
    State state =
        on.first(
            row -> new State(row.getInt(1), row.getInt(2), row.getInt(3), row.getString(4)),
            select,
            key.columns());
    return state == null ? State.NONE : state;
  }

  private record State(int failures, int probes, int requests, @Nullable String token) {
    static final State NONE = new State(0, 0, 0, null);
  }
}

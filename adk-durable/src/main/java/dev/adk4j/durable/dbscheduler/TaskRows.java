package dev.adk4j.durable.dbscheduler;

import dev.adk4j.jdbc.StorageConnections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Runs statements on the scheduler's table. The scheduler itself takes rows and writes their
 * heartbeats. All other statements are here, because the scheduler's abort the caller's transaction
 * on a conflict, throw if a row is running, and do not detect concurrent changes.
 *
 * <p>The process that runs a row knows its version. A wake never changes the version: it sets a
 * mark on a running row, and every statement that ends a run checks the mark under the row's lock.
 */
final class TaskRows {

  static final String TASK = "adk-turn";
  private static final String ONE = " where task_name = '" + TASK + "' and task_instance = ?";
  private static final String MINE = ONE + " and version = ?";

  private final StorageConnections connections;
  private final String table;
  private final String add;
  private final String wake;

  TaskRows(StorageConnections connections) {
    this.connections = connections;
    this.table = connections.table("adk_task");
    this.add = adding("true");
    // The commit does not wait for the disk: the regular look finds a turn whose wake was lost.
    this.wake = adding("set_config('synchronous_commit', 'off', true) = 'off'");
  }

  /**
   * @param condition is true; evaluated on PostgreSQL
   */
  private String adding(String condition) {
    String statement =
        connections.isPostgres()
            ? """
            insert into %1$s as t (task_name, task_instance, execution_time, picked, version, priority)
            select '%2$s', ?, ?, false, ?, %3$s where %4$s
            on conflict (task_name, task_instance) do update set woken = t.picked,
              execution_time = case when t.picked then t.execution_time
                else excluded.execution_time end
            where t.picked and not t.woken or not t.picked and t.execution_time > excluded.execution_time
            """
            : """
            merge into %1$s t using (select cast(? as varchar) as id,
              cast(? as timestamp with time zone) as at, cast(? as bigint) as version,
              %3$s as priority) s
            on t.task_name = '%2$s' and t.task_instance = s.id
            when matched and (t.picked and not t.woken or not t.picked and t.execution_time > s.at)
              then update set woken = t.picked,
              execution_time = case when t.picked then t.execution_time else s.at end
            when not matched then insert
              (task_name, task_instance, execution_time, picked, version, priority)
              values ('%2$s', s.id, s.at, false, s.version, s.priority)
            """;
    return statement.formatted(
        table,
        TASK,
        "coalesce((select w.priority from "
            + connections.table("adk_waiting_turn")
            + " w where w.tenant = ? and w.turn_id = ?), 0)",
        condition);
  }

  /**
   * Adds a task, or wakes the existing one, in the connection's transaction. Writes nothing if the
   * task is due. The first version differs from all versions of an earlier task of the turn, so a
   * process that was paused for long changes nothing.
   */
  void add(Connection connection, String key, Instant at) throws SQLException {
    add(connection, add, key, at);
  }

  private boolean add(Connection connection, String statement, String key, Instant at)
      throws SQLException {
    String tenant = TaskKey.tenant(key);
    return update(connection, statement, key, at, at.toEpochMilli(), tenant, TaskKey.turnId(key))
        == 1;
  }

  /** Adds a task in a transaction of its own. */
  void add(String key, Instant at) {
    insert("queuing a turn", add, key, at);
  }

  /** Wakes a task, or adds it if it does not exist. */
  void wake(String key, Instant now) {
    insert("waking a turn", wake, key, now);
  }

  private void insert(String doing, String statement, String key, Instant at) {
    // the tenant for the turn's priority, which policies may hide
    connections.single(doing, TaskKey.tenant(key), on -> add(on, statement, key, at));
  }

  /**
   * Lets a task of this version wait. Returns false if it was woken or belongs to another process.
   */
  boolean rest(String key, long version, Instant until, Instant now) {
    return single(
        "pausing a turn",
        "update {task} set picked = false, picked_by = null, last_heartbeat = null,"
            + " last_success = ?, consecutive_failures = 0, execution_time = ?, version = version"
            + " + 1"
            + MINE
            + " and not woken",
        now,
        until,
        key,
        version);
  }

  /**
   * Removes a task of this version. Returns false if it was woken or belongs to another process.
   */
  boolean remove(String key, long version) {
    return single(
        "removing a finished turn", "delete from {task}" + MINE + " and not woken", key, version);
  }

  /** Removes the mark. Returns false if another process has the task or there is no mark. */
  boolean heard(String key, long version) {
    return single(
        "checking if a turn was woken",
        "update {task} set woken = false" + MINE + " and woken",
        key,
        version);
  }

  /**
   * Releases a task of this version to the first process that takes it. Returns false if it belongs
   * to another process.
   *
   * @param at earliest time to run; not later than now if the task was woken while it ran
   */
  boolean free(String key, long version, Instant at, Instant now) {
    return free("", key, version, at, now);
  }

  /** Like {@link #free}, but for a task that could not continue. */
  boolean tryLater(String key, long version, Instant at, Instant now) {
    return free(
        ", last_failure = current_timestamp, consecutive_failures ="
            + " coalesce(consecutive_failures, 0) + 1",
        key,
        version,
        at,
        now);
  }

  private boolean free(String more, String key, long version, Instant at, Instant now) {
    String time = "cast(? as timestamp with time zone)";
    return single(
        "releasing a turn to another process",
        "update {task} set picked = false, picked_by = null, last_heartbeat = null, woken ="
            + " false, version = version + 1, execution_time = case when woken then "
            + time
            + " else "
            + time
            + " end"
            + more
            + MINE,
        at.isBefore(now) ? at : now,
        at,
        key,
        version);
  }

  /**
   * Releases a task from the process that runs it, to the first that takes it. Returns false if no
   * process runs it.
   */
  boolean take(String key, Instant now) {
    return single(
        "taking a turn from its process",
        "update {task} set picked = false, picked_by = null, last_heartbeat = null, woken ="
            + " false, version = version + 1, execution_time = ?"
            + ONE
            + " and picked",
        now,
        key);
  }

  /** Returns true if the task no longer exists or another process took it. */
  boolean lost(String key, long version) {
    return connections.single(
        "checking which process runs a turn",
        "",
        connection ->
            !query(
                connection,
                "select 1 from {task}" + MINE + " and picked",
                ResultSet::next,
                key,
                version));
  }

  /** Counts tasks at a given time. */
  Counts counts(Instant now) {
    return connections.single(
        "counting queued turns",
        "",
        connection -> {
          String sql =
              "select count(case when not picked then 1 end), count(case when picked then 1"
                  + " end), min(case when not picked then execution_time end) from {task} where"
                  + " (picked or execution_time <= ?) and task_name = 'adk-turn'";
          return query(
              connection,
              sql,
              row -> {
                row.next();
                OffsetDateTime oldest = row.getObject(3, OffsetDateTime.class);
                return new Counts(
                    row.getLong(1),
                    row.getLong(2),
                    oldest == null ? Duration.ZERO : Duration.between(oldest.toInstant(), now));
              },
              now);
        });
  }

  record Counts(long due, long running, Duration oldest) {}

  /** Returns true if the statement changed the task. */
  private boolean single(String doing, String sql, Object... args) {
    return connections.single(doing, "", connection -> update(connection, sql, args)) == 1;
  }

  private interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Reads the rows of a query. */
  private <T> T query(Connection connection, String sql, Row<T> reading, Object... args)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql.replace("{task}", table))) {
      bind(statement, args);
      try (ResultSet row = statement.executeQuery()) {
        return reading.read(row);
      }
    }
  }

  private int update(Connection connection, String sql, Object... args) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql.replace("{task}", table))) {
      bind(statement, args);
      return statement.executeUpdate();
    }
  }

  private static void bind(PreparedStatement statement, Object... args) throws SQLException {
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case String text -> statement.setString(i + 1, text);
        case Long number -> statement.setLong(i + 1, number);
        case Instant time -> statement.setObject(i + 1, time.atOffset(ZoneOffset.UTC));
        default -> throw new IllegalArgumentException("unsupported argument");
      }
    }
  }
}

package dev.adk4j.durable.dbscheduler;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.jdbc.stored.SqlTurnQueue;
import dev.adk4j.stored.TurnQueue.Turn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;

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
  private static final String ONE = "task_name = '" + TASK + "' and task_instance = ?";
  private static final String TIME = "cast(? as timestamp with time zone)";
  private static final String RELEASE =
      "update {adk_task} set picked = false, picked_by = null, last_heartbeat = null, woken = false,"
          + " version = version + 1, execution_time = ";

  private final StorageConnections connections;
  private final StorageSql sql;
  private final String add;
  private final String wake;

  /** Ends a statement on a task of this version. */
  private final String mine;

  TaskRows(StorageConnections connections) {
    this.connections = connections;
    this.sql = new StorageSql(connections::table, connections.isPostgres());
    this.add = adding("true");
    // The commit does not wait for the disk: the regular look finds a turn whose wake was lost.
    this.wake = adding(StorageSql.COMMITTED_AT_ONCE);
    // Neither does the end of a run: a lost one looks like that of a dead process, and the turn's
    // row says what becomes of it.
    String atOnce = connections.isPostgres() ? " and " + StorageSql.COMMITTED_AT_ONCE : "";
    this.mine = ONE + " and version = ?" + atOnce;
  }

  /**
   * @param condition is true; evaluated on PostgreSQL
   */
  private String adding(String condition) {
    String statement =
        connections.isPostgres()
            ? """
            insert into {adk_task} as t (task_name, task_instance, execution_time, picked, version, priority)
            select '%1$s', ?, ?, false, ?, %2$s where %3$s
            on conflict (task_name, task_instance) do update set woken = t.picked,
              execution_time = case when t.picked then t.execution_time
                else excluded.execution_time end
            where t.picked and not t.woken or not t.picked and t.execution_time > excluded.execution_time
            """
            : """
            merge into {adk_task} t using (select cast(? as varchar) as id,
              cast(? as timestamp with time zone) as at, cast(? as bigint) as version,
              %2$s as priority) s
            on t.task_name = '%1$s' and t.task_instance = s.id
            when matched and (t.picked and not t.woken or not t.picked and t.execution_time > s.at)
              then update set woken = t.picked,
              execution_time = case when t.picked then t.execution_time else s.at end
            when not matched then insert
              (task_name, task_instance, execution_time, picked, version, priority)
              values ('%1$s', s.id, s.at, false, s.version, s.priority)
            """;
    String priority =
        "coalesce((select w.priority from {adk_waiting_turn} w"
            + " where w.tenant = ? and w.turn_id = ?), 0)";
    return statement.formatted(TASK, priority, condition);
  }

  /**
   * Adds a task, or wakes the existing one, in the connection's transaction. Writes nothing if the
   * task is due. The first version differs from all versions of an earlier task of the turn, so a
   * process that was paused for long changes nothing.
   */
  void add(Connection connection, String key, Instant at) throws SQLException {
    sql.on(connection).update(add, task(key, at));
  }

  /** Returns the statement that adds or wakes the task of a turn if the condition is true. */
  SqlTurnQueue.Entry entry(Turn turn, Instant at, String condition, Object... parameters) {
    List<String> key = List.of(turn.tenant(), turn.turnId());
    String task = TextEscape.unescape(TaskKey.of(turn));
    return new SqlTurnQueue.Entry(
        adding(condition), task, at, at.toEpochMilli(), key, List.of(parameters));
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
    update(doing, TaskKey.tenant(key), statement, task(key, at));
  }

  /** Returns the arguments of the statements that add and wake a task. */
  private static List<Object> task(String key, Instant at) {
    return List.of(key, at, at.toEpochMilli(), TaskKey.tenant(key), TaskKey.turnId(key));
  }

  /**
   * Lets a task of this version wait. Returns false if it was woken or belongs to another process.
   */
  boolean rest(String key, long version, Instant until, Instant now) {
    String rest =
        "update {adk_task} set picked = false, picked_by = null, last_heartbeat = null,"
            + " last_success = ?, consecutive_failures = 0, execution_time = ?, version = version"
            + " + 1 where not woken and ";
    return change("pausing a turn", rest, key, version, now, until);
  }

  /**
   * Removes a task of this version. Returns false if it was woken or belongs to another process, or
   * if its turn still runs: the database lost its end, which does not wait for the disk. Such a
   * task then looks like that of a dead process.
   */
  boolean remove(String key, long version) {
    String remove =
        "delete from {adk_task} where not woken and not exists (select 1 from {adk_waiting_turn} r"
            + " where r.tenant = ? and r.turn_id = ? and r.state = 'running') and ";
    List<String> turn = List.of(TaskKey.tenant(key), TaskKey.turnId(key));
    return change("removing a finished turn", remove, key, version, turn);
  }

  /** Removes the mark. Returns false if another process has the task or there is no mark. */
  boolean heard(String key, long version) {
    String heard = "update {adk_task} set woken = false where woken and ";
    return change("checking if a turn was woken", heard, key, version);
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
    String free =
        RELEASE + "case when woken then " + TIME + " else " + TIME + " end" + more + " where ";
    Instant woken = at.isBefore(now) ? at : now;
    return change("releasing a turn to another process", free, key, version, woken, at);
  }

  /**
   * Releases a task of a dead process, before all others of its priority: it has begun, and its
   * readers have waited for as long as the process was not known to be dead. Returns false if it
   * belongs to another process.
   *
   * @param place its place in the queue until now
   */
  boolean resume(String key, long version, Instant place) {
    String resume =
        RELEASE
            + ("least(" + TIME + ", coalesce((select min(execution_time) - interval '1' second")
            + (" from {adk_task} where not picked and task_name = '" + TASK + "'), " + TIME + "))")
            + " where ";
    return change("releasing a turn of a dead process", resume, key, version, place, place);
  }

  /**
   * Releases a task from the process that runs it, to the first that takes it. Returns false if no
   * process runs it.
   */
  boolean take(String key, Instant now) {
    String take = RELEASE + "? where " + ONE + " and picked";
    return update("taking a turn from its process", "", take, now, key);
  }

  /** Returns true if the task no longer exists or another process took it. */
  boolean lost(String key, long version) {
    String still = "select count(*) from {adk_task} where " + ONE + " and version = ? and picked";
    return connections.single(
            "checking which process runs a turn", "", c -> sql.on(c).number(still, key, version))
        == 0;
  }

  /** Counts tasks at a given time. */
  Counts counts(Instant now) {
    String count =
        "select count(case when not picked then 1 end), count(case when picked then 1 end),"
            + " min(case when not picked then execution_time end) from {adk_task} where"
            + " (picked or execution_time <= ?) and task_name = 'adk-turn'";
    return connections
        .single(
            "counting queued turns", "", c -> sql.on(c).query(row -> counts(row, now), count, now))
        .getFirst();
  }

  private static Counts counts(ResultSet row, Instant now) throws SQLException {
    OffsetDateTime oldest = row.getObject(3, OffsetDateTime.class);
    return new Counts(
        row.getLong(1),
        row.getLong(2),
        oldest == null ? Duration.ZERO : Duration.between(oldest.toInstant(), now));
  }

  record Counts(long due, long running, Duration oldest) {}

  /**
   * Runs a statement on a task of this version. Returns true if it changed the task.
   *
   * @param statement ends with the beginning of its condition
   */
  private boolean change(String doing, String statement, String key, long version, Object... args) {
    // the tenant, since policies may hide the turn
    return update(doing, TaskKey.tenant(key), statement + mine, List.of(args), key, version);
  }

  /** Runs a statement. Returns true if it changed a task. */
  private boolean update(String doing, String tenant, String statement, Object... args) {
    return connections.single(doing, tenant, c -> sql.on(c).update(statement, args)) == 1;
  }
}

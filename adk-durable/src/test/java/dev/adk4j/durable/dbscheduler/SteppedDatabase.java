package dev.adk4j.durable.dbscheduler;

import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.stored.StoredTurn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.h2.api.ErrorCode;
import org.h2.jdbc.JdbcConnection;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * The real tables, the time of which the test says. Looks after each commit whether its writer was
 * the turn's only one.
 */
final class SteppedDatabase implements AutoCloseable {

  private static final List<String> TABLES =
      List.of(
          "adk_task",
          "adk_turn_inbox",
          "adk_waiting_call",
          "adk_waiting_turn",
          "adk_gate_decision",
          "adk_gate",
          "adk_message",
          "adk_tool_call",
          "adk_thought",
          "adk_conversation");
  private static final Pattern NOW =
      Pattern.compile("clock_timestamp\\(\\)|current_timestamp(\\(\\d\\))?");

  /** A task for a turn is no write of it: it may be queued by anyone, and begins with a look. */
  private static final Pattern OF_A_TURN =
      Pattern.compile(
          "(insert into|merge into|update|delete from)"
              + " adk_(message|tool_call|thought|conversation|waiting_turn|waiting_call)");

  final DatabaseKind kind;
  final TestDatabase database;
  private final Connection side;
  private final TakenOut takenOut;
  private final Map<String, String> rewritten = new ConcurrentHashMap<>();
  private final Map<Long, SteppedConnection> bySession = new ConcurrentHashMap<>();
  private final Map<Connection, Long> sessions = new ConcurrentHashMap<>();
  volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
  volatile @Nullable String violation;

  /** The first message of each turn that has begun. */
  final Map<String, String> asked = new ConcurrentHashMap<>();

  SteppedDatabase(DatabaseKind kind, TakenOut takenOut) {
    this.kind = kind;
    this.takenOut = takenOut;
    this.database =
        kind == DatabaseKind.H2
            ? TestDatabase.open(
                    "jdbc:h2:mem:"
                        + UUID.randomUUID()
                        + ";DB_CLOSE_DELAY=-1;DEFAULT_LOCK_TIMEOUT=600000",
                    "sa",
                    "",
                    40)
                .withTables()
            : kind.withTables(40);
    try {
      this.side = database.dataSource().getConnection();
      try (Statement patience = side.createStatement()) {
        patience.execute(
            kind == DatabaseKind.H2 ? "set lock_timeout 1" : "set lock_timeout = '1ms'");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    takenOut.schema().forEach(database::execute);
  }

  void empty() {
    TABLES.forEach(table -> update("delete from " + table));
    bySession.clear();
    asked.clear();
    violation = null;
  }

  String rewritten(String sql) {
    return NOW.matcher(rewritten.computeIfAbsent(sql, takenOut::rewritten))
        .replaceAll("timestamp with time zone '" + now + "'");
  }

  long session(Connection connection) throws SQLException {
    if (kind != DatabaseKind.H2) {
      return connection.unwrap(PGConnection.class).getBackendPID();
    }
    Connection physical = connection.unwrap(JdbcConnection.class);
    Long known = sessions.get(physical);
    if (known == null) {
      try (PreparedStatement statement = connection.prepareStatement("select session_id()");
          ResultSet row = statement.executeQuery()) {
        row.next();
        known = row.getLong(1);
      }
      sessions.put(physical, known);
    }
    return known;
  }

  void opened(SteppedConnection connection) {
    bySession.put(connection.session, connection);
  }

  /** True where another transaction, which has not ended, holds what the statement needs. */
  synchronized boolean waitsForAnother(SteppedConnection connection) {
    if (!connection.waited && !connection.takesLong(4)) {
      return false;
    }
    List<Long> blockers =
        kind == DatabaseKind.H2
            ? blockersInH2(connection)
            : ask(
                "select unnest(pg_blocking_pids(" + connection.session + "))",
                row -> row.getLong(1));
    connection.waited =
        blockers.stream()
                .map(bySession::get)
                .anyMatch(blocker -> blocker != null && blocker.isOpen())
            || (kind == DatabaseKind.H2 && connection.triesAgain());
    return connection.waited;
  }

  /** H2 fails to list its sessions where one of them ends its transaction meanwhile. */
  private List<Long> blockersInH2(SteppedConnection connection) {
    String sql =
        "select blocker_id from information_schema.sessions where session_id = "
            + connection.session
            + " and blocker_id is not null";
    for (int left = 100; ; left--) {
      try {
        return ask(sql, row -> row.getLong(1));
      } catch (IllegalStateException e) {
        boolean listing =
            e.getCause() instanceof SQLException failed
                && failed.getErrorCode() == ErrorCode.GENERAL_ERROR_1;
        if (!listing || left == 0) {
          throw e;
        }
      }
    }
  }

  /** Called on the writer's thread, in its transaction. */
  void writes(Connection on, String statements) throws SQLException {
    Stepper.Operation operation = Stepper.current();
    StoredTurn claim = operation == null ? null : operation.claim;
    if (operation == null
        || claim == null
        || violation != null
        || !OF_A_TURN.matcher(statements).find()) {
      return;
    }
    String newest = "select token from adk_waiting_turn where turn_id = '" + claim.turnId() + "'";
    try (Statement statement = on.createStatement();
        ResultSet row = statement.executeQuery(newest)) {
      row.next();
      long token = row.getLong(1);
      if (token != claim.token()) {
        violation =
            "ONE WRITER: "
                + operation.name
                + " wrote with token "
                + claim.token()
                + " when "
                + token
                + " was given: "
                + statements;
      }
    }
  }

  /** Called on the writer's thread; nothing else moves. */
  synchronized void committed(String statements) {
    if (Stepper.current() == null || violation != null || !OF_A_TURN.matcher(statements).find()) {
      return;
    }
    List<String> two =
        ask(
            "select conversation from adk_waiting_turn where state in ('ready', 'running',"
                + " 'waiting') group by conversation having count(*) > 1",
            row -> row.getString(1));
    if (!two.isEmpty()) {
      violation = "ORDER: two turns have the lane of " + two + " after " + statements;
    }
  }

  interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  synchronized <T> List<T> ask(String sql, Reading<T> reading) {
    try (Statement statement = side.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<T> all = new ArrayList<>();
      while (rows.next()) {
        all.add(reading.of(rows));
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  synchronized void update(String sql) {
    try (Statement statement = side.createStatement()) {
      statement.executeUpdate(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Time passes; processes that run these tasks say that they live. */
  synchronized void pass(Duration time, Function<String, Boolean> beats) {
    now = now.plus(time);
    for (String task :
        ask("select task_instance from adk_task where picked", row -> row.getString(1))) {
      if (beats.apply(task)) {
        try (PreparedStatement beat =
            side.prepareStatement(
                "update adk_task set last_heartbeat = timestamp with time zone '"
                    + now
                    + "' where task_instance = ? and picked")) {
          beat.setString(1, task);
          beat.executeUpdate();
        } catch (SQLException e) {
          // somebody has the row: a beat comes too late
        }
      }
    }
  }

  @Override
  public String toString() {
    return kind + (takenOut == TakenOut.NOTHING ? "" : " without " + takenOut);
  }

  @Override
  public void close() {
    try {
      side.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    database.close();
  }
}

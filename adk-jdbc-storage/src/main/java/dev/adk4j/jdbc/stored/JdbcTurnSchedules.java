package dev.adk4j.jdbc.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.stored.CronTimes;
import dev.adk4j.stored.MissedRun;
import dev.adk4j.stored.Schedule;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnSchedules;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores schedules in {@code adk_schedule}. */
final class JdbcTurnSchedules implements TurnSchedules {

  private static final Logger log = LoggerFactory.getLogger(JdbcTurnSchedules.class);
  private static final int AT_ONCE = 100;
  private static final String KEY = " where tenant = ? and conversation = ? and name = ?";

  private final Acceptor acceptor;
  private final Sql sql;

  JdbcTurnSchedules(Sql sql, Acceptor acceptor) {
    this.sql = sql;
    this.acceptor = acceptor;
  }

  /** Accepts turns in a transaction. */
  interface Acceptor {
    /** Returns the action to run after the commit. */
    Runnable accept(Statements on, StoredTurn turn) throws SQLException;
  }

  @Override
  public Schedule put(Schedule schedule) {
    JdbcGates.checkKey(schedule.scope().requireConversation(), "$.scope.conversation");
    JdbcGates.checkKey(schedule.name(), "$.name");
    JdbcGates.checkKey(schedule.scope().tenant(), "$.scope.tenant");
    return sql.transaction(
        "storing a schedule", schedule.scope().tenant(), on -> put(on, schedule));
  }

  private Schedule put(Statements on, Schedule schedule) throws SQLException {
    List<Schedule> all = list(on, schedule.scope());
    Schedule known = named(all, schedule.name()).orElse(null);
    if (known != null && known.isSame(schedule)) {
      return known;
    }
    if (known == null && all.size() >= MOST) {
      throw new AdkException(
          AdkErrorCode.E_LIMIT_REACHED,
          "The conversation has " + MOST + " schedules already: remove one first.");
    }
    delete(on, schedule.scope(), schedule.name());
    on.update(
        "insert into {adk_schedule} (tenant, conversation, name, subject, cron, zone, missed,"
            + " paused, next_at, input, memo, fingerprint) values (?, ?, ?, ?, ?, ?, ?, false, ?,"
            + " ?, ?, ?)",
        key(schedule),
        schedule.scope().subject(),
        schedule.cron(),
        schedule.zone().getId(),
        Sql.wire(schedule.missed()),
        schedule.next().toEpochMilli(),
        schedule.input().text(),
        schedule.memo().text(),
        schedule.fingerprint());
    return named(list(on, schedule.scope()), schedule.name()).orElseThrow();
  }

  private static Optional<Schedule> named(List<Schedule> all, String name) {
    return all.stream().filter(schedule -> schedule.name().equals(name)).findFirst();
  }

  @Override
  public List<Schedule> list(Scope scope) {
    return sql.single("listing schedules", scope.tenant(), on -> list(on, scope));
  }

  private List<Schedule> list(Statements on, Scope scope) throws SQLException {
    return on.query(
        JdbcTurnSchedules::schedule,
        "select * from {adk_schedule} where tenant = ? and conversation = ? order by name",
        Sql.lane(scope));
  }

  @Override
  public boolean change(Schedule known, boolean paused, Instant next) {
    return sql.single(
        "changing a schedule",
        known.scope().tenant(),
        on -> move(on, known, String.valueOf(paused), next));
  }

  /** Returns the arguments of {@link #KEY}. */
  private static List<Object> key(Schedule schedule) {
    return List.of(Sql.lane(schedule.scope()), schedule.name());
  }

  private boolean move(Statements on, Schedule known, String paused, Instant next)
      throws SQLException {
    return 1
        == on.update(
            "update {adk_schedule} set paused = "
                + paused
                + ", next_at = ?"
                + KEY
                + " and next_at = ?",
            next.toEpochMilli(),
            key(known),
            known.next().toEpochMilli());
  }

  @Override
  public boolean remove(Scope scope, String name) {
    return sql.single("removing a schedule", scope.tenant(), on -> delete(on, scope, name));
  }

  private boolean delete(Statements on, Scope scope, String name) throws SQLException {
    String delete = "delete from {adk_schedule}" + KEY;
    return on.update(delete, Sql.lane(scope), name) == 1;
  }

  @Override
  public int run(Instant now, CronTimes times, BiFunction<Schedule, Instant, StoredTurn> turn) {
    List<Schedule> due =
        sql.single(
            "finding due schedules",
            null,
            on ->
                on.query(
                    JdbcTurnSchedules::schedule,
                    "select * from {adk_schedule} where next_at <= ? and not paused order by"
                        + " next_at limit "
                        + AT_ONCE,
                    now.toEpochMilli()));
    int accepted = 0;
    for (Schedule schedule : due) {
      try {
        accepted += run(schedule, now, times, turn) ? 1 : 0;
      } catch (AdkException | IllegalArgumentException | DateTimeException e) {
        log.warn("{} could not start its turn; retrying.", schedule, e);
      }
    }
    return accepted;
  }

  private boolean run(
      Schedule schedule,
      Instant now,
      CronTimes times,
      BiFunction<Schedule, Instant, StoredTurn> turn) {
    Instant following = schedule.following(times, now);
    boolean runs = schedule.runs(now);
    if (!runs) {
      log.warn("{} was missed and is skipped.", schedule);
    }
    Scope scope = schedule.scope();
    Runnable afterwards =
        sql.transaction(
            "running a schedule",
            scope.tenant(),
            on -> {
              boolean mine = move(on, schedule, "paused", following == null ? now : following);
              if (mine && following == null) {
                delete(on, scope, schedule.name());
              }
              return mine && runs
                  ? acceptor.accept(on, turn.apply(schedule, schedule.next()))
                  : null;
            });
    if (afterwards != null) {
      afterwards.run();
    }
    return afterwards != null;
  }

  private static Schedule schedule(ResultSet row) throws SQLException {
    return new Schedule(
        Rows.scope(row),
        Rows.required(row, "name"),
        Rows.text(row, "cron"),
        ZoneId.of(Rows.required(row, "zone")),
        Rows.named(MissedRun.class, Rows.required(row, "missed")),
        row.getBoolean("paused"),
        Instant.ofEpochMilli(row.getLong("next_at")),
        JsonValue.parse(Rows.required(row, "input")),
        JsonValue.parse(Rows.required(row, "memo")),
        Rows.required(row, "fingerprint"));
  }
}

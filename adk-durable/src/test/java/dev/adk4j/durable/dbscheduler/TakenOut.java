package dev.adk4j.durable.dbscheduler;

import dev.adk4j.jdbc.DatabaseKind;
import java.util.List;
import java.util.function.UnaryOperator;

/** A lock or a fence that is taken out of the statements, to see what it is there for. */
enum TakenOut {
  NOTHING(sql -> sql),

  /** A run whose turn was taken writes on. */
  TOKEN_IN_ALL_WRITES(sql -> without(sql, "and token = ? and state = 'running'", "and token >= ?")),

  /** The same in the check of each flush alone. */
  TOKEN_IN_FLUSH(
      sql ->
          sql.startsWith("select turn_id") && sql.contains("token = ?")
              ? without(sql, "and token = ? and state = 'running'", "and token >= ?")
              : sql),

  /** The check of a flush does not keep the turn from being taken before the commit. */
  ROW_LOCK_IN_FLUSH(
      sql ->
          sql.startsWith("select turn_id") && sql.contains("token = ?")
              ? without(without(sql, " for no key update", ""), " for update", "")
              : sql),

  /** Turns that have ended, or are queued, can be begun. */
  STATE_IN_CLAIM(
      sql ->
          sql.contains("token = token + 1")
              ? without(
                  sql, "(state in ('waiting', 'ready') or state = 'running')", "state is not null")
              : sql),

  /** A claim that does not count. */
  TOKEN_COUNTS_UP(sql -> without(sql, "token = token + 1", "token = 1")),

  /** The last turn ends while the next one is accepted, and neither sees the other. */
  LOCK_AT_ACCEPTANCE(
      sql ->
          sql.contains("('ready', 'running', 'waiting') for")
              ? without(without(sql, " for key share", ""), " for update", "")
              : sql),

  /** Two turns are accepted at once, and both begin. */
  UNIQUE_LANE(sql -> sql) {
    @Override
    List<String> schema() {
      return List.of("drop index adk_waiting_turn_lane");
    }
  },

  /** A call that was started is started again by whoever goes on with the turn. */
  STARTED_ONCE(sql -> without(sql, "and started_at is null and exists", "and exists")),

  /** A call that starts at once is not noted as started with the answer. */
  STARTED_WITH_THE_ANSWER(
      sql ->
          sql.contains("started_at) select")
              ? without(sql, "when cast(? as integer) = 1 then", "when cast(? as integer) = 2 then")
              : sql),

  /** A wake leaves no mark on a turn that runs. */
  MARK_OF_A_WAKE(sql -> without(sql, "set woken = t.picked", "set woken = false")),

  /** A message is sent to a turn that ends meanwhile. */
  LOCK_OF_THE_MAIL(
      sql ->
          sql.contains("phase <> 'answered'")
              ? without(without(sql, " for no key update", ""), " for update", "")
              : sql),

  /** A turn that has answered is sent more, which it does not read. */
  NO_MAIL_AFTER_THE_ANSWER(sql -> without(sql, " and phase <> 'answered'", "")),

  /** What a turn has read is not noted: it, or the next turn, reads it again. */
  MAIL_IS_READ(sql -> without(sql, "mail_read = ?", "mail_read = mail_read + 0 * ?")),

  /** A run does not see that its turn is to stop. */
  STOP_IS_SEEN(sql -> without(sql, "set stop_requested = (", "set stop_requested = (1 = 0 and "));

  private final UnaryOperator<String> rewriting;

  TakenOut(UnaryOperator<String> rewriting) {
    this.rewriting = rewriting;
  }

  String rewritten(String sql) {
    return rewriting.apply(sql);
  }

  /** Where it is missed soon. */
  DatabaseKind kind() {
    return DatabaseKind.H2;
  }

  /** Changes of the tables. */
  List<String> schema() {
    return List.of();
  }

  private static String without(String sql, String part, String instead) {
    return sql.replace(part, instead);
  }
}

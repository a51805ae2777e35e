package dev.adk4j.jdbc.gate;

import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.GateStore;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.value.JsonValue;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements on the three tables. Times are the database's own. */
final class GateStatements {

  /** Where PostgreSQL tells of changes. */
  static final String CHANNEL = "adk_gate";

  private final boolean postgres;
  private final String gate;
  private final String decision;
  private final String node;
  private final String now;
  private final JdbcGateOptions options;

  GateStatements(StorageConnections connections, JdbcGateOptions options) {
    this.postgres = connections.isPostgres();
    this.gate = connections.table("adk_gate");
    this.decision = connections.table("adk_gate_decision");
    this.node = connections.table("adk_gate_node");
    this.now =
        "cast(floor(extract(epoch from "
            + (postgres ? "clock_timestamp()" : "current_timestamp(3)")
            + ") * 1000) as bigint)";
    this.options = options;
  }

  static @Nullable String stored(@Nullable String text) {
    return text == null ? null : TextEscape.escape(text);
  }

  private @Nullable String content(@Nullable String text) {
    return options.keepContent() ? stored(text) : null;
  }

  private static @Nullable String json(@Nullable JsonValue value) {
    return value == null ? null : TextEscape.escape(value.text());
  }

  GateSql select() {
    return GateSql.of(
        "select g.*, "
            + now
            + " as now_at, (select n.seen_at from "
            + node
            + " n where n.node = g.node) as seen_at from "
            + gate
            + " g where ");
  }

  @Nullable GateRecord one(Connection connection, GateSql sql) throws SQLException {
    return sql.first(connection, row -> GateRows.gate(row, options.deadAfter().toMillis()));
  }

  List<GateRecord> all(Connection connection, GateSql sql) throws SQLException {
    return sql.query(connection, row -> GateRows.gate(row, options.deadAfter().toMillis()));
  }

  @Nullable GateRecord find(Connection connection, String tenant, String ref) throws SQLException {
    return one(connection, select().add("g.tenant = ? and g.ref = ?", stored(tenant), stored(ref)));
  }

  @Nullable GateRecord lock(Connection connection, String tenant, String ref) throws SQLException {
    return one(
        connection, select().add("g.tenant = ? and g.ref = ? for update", stored(tenant), ref));
  }

  void insert(
      Connection connection, GateStore.Opening opening, Keys keys, @Nullable String previous)
      throws SQLException {
    GateSql sql =
        GateSql.of(
            "insert into "
                + gate
                + " (tenant, ref, conversation, subject, turn_id, gate_id, gate_key, open_key,"
                + " reason, payload, has_schema, tool, tool_checksum, tool_call_id, node, openings, state,"
                + " undecided, refusals, foreign_refusals, opened_at, asked_at, deadline_at,"
                + " previous) values (?, ?, ?, ?, ?,"
                + " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 'open', true, 0, 0, "
                + now
                + ", "
                + now
                + ", ",
            keys.tenant(),
            opening.ref(),
            keys.conversation(),
            keys.subject(),
            keys.turnId(),
            keys.gateId(),
            keys.key(),
            keys.key(),
            keys.reason(),
            options.keepContent() ? json(opening.payload()) : null,
            opening.hasSchema(),
            stored(opening.tool()),
            stored(opening.checksum()),
            stored(opening.toolCallId()),
            opening.node());
    deadline(sql, opening).add(", ?)", previous).update(connection);
  }

  /** The gate is asked for once more. */
  void ask(Connection connection, String ref, GateStore.Opening opening, Keys keys)
      throws SQLException {
    GateSql sql =
        GateSql.of(
            "update "
                + gate
                + " set turn_id = ?, gate_id = ?, reason = ?, payload = ?, has_schema = ?, tool ="
                + " ?, tool_checksum = ?, tool_call_id = ?, node = ?, openings = openings + 1, asked_at = "
                + now
                + ", deadline_at = ",
            keys.turnId(),
            keys.gateId(),
            keys.reason(),
            options.keepContent() ? json(opening.payload()) : null,
            opening.hasSchema(),
            stored(opening.tool()),
            stored(opening.checksum()),
            stored(opening.toolCallId()),
            opening.node());
    deadline(sql, opening)
        .add(" where tenant = ? and ref = ?", keys.tenant(), ref)
        .update(connection);
  }

  private GateSql deadline(GateSql sql, GateStore.Opening opening) {
    return opening.timeout() == null
        ? sql.add("null")
        : sql.add(now + " + cast(? as bigint)", opening.timeout().toMillis());
  }

  @Nullable GateRecord newest(Connection connection, Keys keys) throws SQLException {
    return one(
        connection,
        select()
            .add(
                "g.tenant = ? and g.conversation = ? and g.gate_key = ? order by g.opened_at desc,"
                    + " g.ref desc limit 1 for update",
                keys.tenant(),
                keys.conversation(),
                keys.key()));
  }

  /** Settles it if it is open and its time is not over; whether it was. */
  boolean settle(Connection connection, GateStore.Attempt settlement) throws SQLException {
    GateState state = settlement.provisional() ? GateState.PROPOSED : settlement.kind().end();
    GateSql sql = GateSql.of("update " + gate + " set state = ?", state.wire());
    if (state.isFinal()) {
      sql.add(", undecided = false, open_key = null, settled_at = " + now);
    }
    sql.add(
        ", decision_id = ? where tenant = ? and ref = ? and state = 'open'",
        settlement.decisionId(),
        stored(settlement.tenant()),
        settlement.ref());
    if (settlement.kind() != GateDecision.Kind.TIMEOUT) {
      sql.add(" and (deadline_at is null or deadline_at > " + now + ")");
    }
    return changed(connection, sql);
  }

  /** Settles it as timed out if its time is over; whether it was. */
  boolean timeOut(Connection connection, GateStore.Attempt end) throws SQLException {
    boolean over =
        changed(
            connection,
            GateSql.of(
                "update "
                    + gate
                    + " set state = 'timeout', undecided = false, open_key = null, settled_at ="
                    + " "
                    + now
                    + ", decision_id = ? where tenant = ? and ref = ? and state = 'open' and"
                    + " deadline_at <= "
                    + now,
                end.decisionId(),
                stored(end.tenant()),
                end.ref()));
    if (over) {
      add(connection, end, null, null);
    }
    return over;
  }

  void add(
      Connection connection,
      GateStore.Attempt made,
      GateDecisionRecord.@Nullable Refusal refusal,
      @Nullable String detail)
      throws SQLException {
    boolean accepted = refusal == null;
    boolean foreign = refusal == GateDecisionRecord.Refusal.FOREIGN_TENANT;
    GateSql.of(
            "insert into "
                + decision
                + " (tenant, id, ref, kind, refusal, detail, actor, actor_tenant, authorities,"
                + " channel, answer, answer_kept, edited, remark, decided_at) values (?, ?, ?, ?,"
                + " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                + now
                + ")",
            stored(made.tenant()),
            made.decisionId(),
            made.ref(),
            made.kind().wire(),
            refusal == null ? null : refusal.wire(),
            content(detail),
            stored(made.actor().name()),
            foreign ? stored(made.actor().tenant()) : null,
            json(JsonValue.of(List.copyOf(made.actor().authorities()))),
            stored(made.actor().channel()),
            accepted ? json(made.value()) : null,
            accepted && made.valueKept(),
            made.edited(),
            accepted ? stored(made.comment()) : null)
        .update(connection);
  }

  /**
   * Counts an attempt that was refused and keeps it as one of the newest; false where there is no
   * such gate.
   */
  boolean refuse(
      Connection connection,
      GateStore.Attempt attempt,
      GateDecisionRecord.Refusal refusal,
      @Nullable String detail)
      throws SQLException {
    boolean foreign = refusal == GateDecisionRecord.Refusal.FOREIGN_TENANT;
    // The gate's row first: it keeps attempts at the same time apart.
    if (!count(connection, attempt.tenant(), attempt.ref(), foreign)) {
      return false;
    }
    add(connection, attempt, refusal, detail);
    trim(connection, attempt.tenant(), attempt.ref(), foreign);
    return true;
  }

  private boolean count(Connection connection, String tenant, String ref, boolean foreign)
      throws SQLException {
    String column = foreign ? "foreign_refusals" : "refusals";
    return GateSql.of(
                "update "
                    + gate
                    + (" set " + column + " = " + column + " + 1 where tenant = ? and ref = ?"),
                stored(tenant),
                ref)
            .update(connection)
        == 1;
  }

  /**
   * Keeps the newest. In two statements: with the first within the second, databases go through all
   * attempts of the tenant, and H2 asks again for each of them.
   */
  private void trim(Connection connection, String tenant, String ref, boolean foreign)
      throws SQLException {
    String refused =
        " where tenant = ? and ref = ? and refusal is not null and " + foreign(foreign);
    String tooMany =
        GateSql.of(
                "select id from "
                    + decision
                    + refused
                    + " order by id desc offset "
                    + GateStore.REFUSALS_KEPT
                    + " rows fetch first 1 rows only",
                stored(tenant),
                ref)
            .first(connection, row -> row.getString(1));
    if (tooMany != null) {
      GateSql.of("delete from " + decision + refused + " and id <= ?", stored(tenant), ref, tooMany)
          .update(connection);
    }
  }

  private static String foreign(boolean foreign) {
    String theirs = "'" + GateDecisionRecord.Refusal.FOREIGN_TENANT.wire() + "'";
    return foreign ? "refusal = " + theirs : "(refusal is null or refusal <> " + theirs + ")";
  }

  boolean confirm(
      Connection connection, String tenant, String ref, String decisionId, boolean edited)
      throws SQLException {
    boolean confirmed =
        changed(
            connection,
            GateSql.of(
                "update "
                    + gate
                    + " set state = 'resolved', undecided = false, open_key = null, settled_at"
                    + " = "
                    + now
                    + ", delivered_at = "
                    + now
                    + " where tenant = ? and ref = ? and decision_id = ? and state ="
                    + " 'proposed'",
                stored(tenant),
                ref,
                decisionId));
    if (confirmed) {
      GateSql sql = GateSql.of("update " + decision + " set edited = ?", edited);
      forget(sql)
          .add(" where tenant = ? and id = ?", stored(tenant), decisionId)
          .update(connection);
    }
    return confirmed;
  }

  private GateSql forget(GateSql sql) {
    return options.keepContent()
        ? sql
        : sql.add(", answer = null, answer_kept = false, remark = null");
  }

  boolean reopen(
      Connection connection,
      String tenant,
      String ref,
      String decisionId,
      String detail,
      String waiting)
      throws SQLException {
    boolean reopened =
        GateSql.of(
                    "update "
                        + gate
                        + " set state = 'open', undecided = true, open_key = gate_key, settled_at"
                        + " = null, decision_id = null, node = ? where tenant = ? and ref = ? and"
                        + " decision_id = ? and state in ('proposed', 'resolved')",
                    waiting,
                    stored(tenant),
                    ref,
                    decisionId)
                .update(connection)
            == 1;
    if (reopened) {
      GateSql.of(
              "update "
                  + decision
                  + " set refusal = ?, detail = ?, answer = null, answer_kept = false, remark ="
                  + " null where tenant = ? and id = ?",
              GateDecisionRecord.Refusal.INVALID.wire(),
              content(detail),
              stored(tenant),
              decisionId)
          .update(connection);
      count(connection, tenant, ref, false);
      trim(connection, tenant, ref, false);
    }
    return reopened;
  }

  void delivered(Connection connection, String tenant, String ref) throws SQLException {
    boolean noted =
        GateSql.of(
                    "update "
                        + gate
                        + " set delivered_at = "
                        + now
                        + " where tenant = ? and ref = ? and delivered_at is null and not"
                        + " undecided",
                    stored(tenant),
                    ref)
                .update(connection)
            == 1;
    if (noted && !options.keepContent()) {
      GateSql.of("update " + decision + " set answer = null, answer_kept = false, remark = null")
          .add(" where tenant = ? and ref = ?", stored(tenant), ref)
          .update(connection);
    }
  }

  List<GateDecisionRecord> decisions(
      Connection connection,
      String tenant,
      String ref,
      boolean foreign,
      @Nullable String after,
      int limit)
      throws SQLException {
    GateSql sql =
        GateSql.of(
            "select * from " + decision + " where tenant = ? and ref = ? and " + foreign(foreign),
            stored(tenant),
            ref);
    if (after != null) {
      sql.add(" and id > ?", stored(after));
    }
    return sql.add(" order by id limit " + limit).query(connection, GateRows::decision);
  }

  @Nullable GateDecisionRecord decision(Connection connection, String tenant, String id)
      throws SQLException {
    return GateSql.of(
            "select * from " + decision + " where tenant = ? and id = ?", stored(tenant), id)
        .first(connection, GateRows::decision);
  }

  boolean begin(
      Connection connection,
      String tenant,
      String decisionId,
      String tool,
      String digest,
      String startedOn)
      throws SQLException {
    return GateSql.of(
                "update "
                    + decision
                    + " set tool = ?, tool_checksum = ?, tool_node = ?, tool_started_at = "
                    + now
                    + ", tool_outcome = 'running' where tenant = ? and id = ? and refusal is null"
                    + " and tool_started_at is null and exists (select 1 from "
                    + gate
                    + " g where g.tenant = ? and g.decision_id = ? and g.state = 'resolved' and"
                    + " g.ref = "
                    + decision
                    + ".ref)",
                stored(tool),
                stored(digest),
                startedOn,
                stored(tenant),
                decisionId,
                stored(tenant),
                decisionId)
            .update(connection)
        == 1;
  }

  int end(Connection connection, String tenant, String decisionId, String outcome)
      throws SQLException {
    return GateSql.of(
            "update "
                + decision
                + " set tool_ended_at = "
                + now
                + ", tool_outcome = ? where tenant = ? and id = ? and tool_outcome in ('running',"
                + " 'unknown')",
            outcome,
            stored(tenant),
            decisionId)
        .update(connection);
  }

  int beat(Connection connection, String alive) throws SQLException {
    int known =
        GateSql.of("update " + node + " set seen_at = " + now + " where node = ?", alive)
            .update(connection);
    return known > 0
        ? known
        : GateSql.of("insert into " + node + " (node, seen_at) values (?, " + now + ")", alive)
            .update(connection);
  }

  /** Open gates whose time is over and whose node is gone. */
  List<GateRecord> abandoned(Connection connection, @Nullable String tenant) throws SQLException {
    GateSql sql =
        select()
            .add(
                "g.undecided = true and g.state = 'open' and g.deadline_at <= "
                    + now
                    + " and not exists (select 1 from "
                    + node
                    + " a where a.node = g.node and a.seen_at > "
                    + deadLine()
                    + ")");
    if (tenant != null) {
      sql.add(" and g.tenant = ?", stored(tenant));
    }
    return all(connection, sql.add(" limit 500"));
  }

  int markUnknown(Connection connection, @Nullable String tenant) throws SQLException {
    GateSql sql =
        GateSql.of(
            "update "
                + decision
                + " set tool_outcome = 'unknown' where tool_outcome = 'running' and not exists"
                + " (select 1 from "
                + node
                + " a where a.node = tool_node and a.seen_at > "
                + deadLine()
                + ")");
    if (tenant != null) {
      sql.add(" and tenant = ?", stored(tenant));
    }
    return sql.update(connection);
  }

  private String deadLine() {
    return now + " - " + options.deadAfter().toMillis();
  }

  int dropSilentNodes(Connection connection) throws SQLException {
    return GateSql.of("delete from " + node + " where seen_at < " + now + " - 86400000")
        .update(connection);
  }

  /** All undecided gates, and those of them whose node lives. */
  List<long[]> counts(Connection connection) throws SQLException {
    return GateSql.of(
            "select count(*), count(case when a.node is not null or g.node = '"
                + GateStore.Opening.NOBODY
                + "' then 1 end) from "
                + gate
                + " g left join "
                + node
                + " a on a.node = g.node and a.seen_at > "
                + deadLine()
                + " where g.undecided = true")
        .query(connection, row -> new long[] {row.getLong(1), row.getLong(2)});
  }

  /** Those of the gates that are settled or about to be; {@code known} gets those that exist. */
  List<String> decided(Connection connection, List<String> refs, List<String> known, String tenant)
      throws SQLException {
    GateSql sql =
        GateSql.of("select ref, state from " + gate + " where tenant = ?", stored(tenant));
    sql.add(" and ref in (");
    for (int i = 0; i < refs.size(); i++) {
      sql.add(i == 0 ? "?" : ", ?", refs.get(i));
    }
    return sql.add(")")
        .query(
            connection,
            row -> {
              known.add(row.getString(1));
              return row.getString(2).equals("open") ? "" : row.getString(1);
            });
  }

  /**
   * Whether the gate was changed; with the transaction, whoever listens is told. Where the database
   * tells nobody, they find out by themselves.
   */
  private boolean changed(Connection connection, GateSql update) throws SQLException {
    if (!postgres) {
      return update.update(connection) == 1;
    }
    update.add(" returning pg_notify('" + CHANNEL + "', ref)");
    return !update.query(connection, row -> CHANNEL).isEmpty();
  }
}

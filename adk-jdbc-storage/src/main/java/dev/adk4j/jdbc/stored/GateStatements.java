package dev.adk4j.jdbc.stored;

import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs the statements on gates and processes. All times are the database's. */
record GateStatements(Sql sql, JdbcGateOptions options, GateDecisions decisions) {

  /** PostgreSQL's notification channel for changes. */
  static final String CHANNEL = "adk_gate";

  private static final String NOTIFY = " returning pg_notify('" + CHANNEL + "', ref)";

  /** The hash of a key in the form of the column {@code key_hash}. */
  private static final String KEY_HASH =
      "substring(sha256(decode(replace(cast(? as text), chr(92), repeat(chr(92), 2)),"
          + " 'escape')) from 1 for 16)";

  Sql.Text select() {
    return Sql.of(
        "select g.*, {now} as now_at, (select n.seen_at from {adk_gate_node} n where n.node ="
            + " g.node) as seen_at from {adk_gate} g where ");
  }

  @Nullable GateRecord one(Statements on, Sql.Text text) throws SQLException {
    return text.first(on, this::gate);
  }

  List<GateRecord> all(Statements on, Sql.Text text) throws SQLException {
    return text.query(on, this::gate);
  }

  private GateRecord gate(ResultSet row) throws SQLException {
    return GateRows.gate(row, options.deadAfter().toMillis());
  }

  @Nullable GateRecord find(Statements on, String tenant, String ref) throws SQLException {
    return one(on, select().add("g.tenant = ? and g.ref = ?", tenant, ref));
  }

  /** Returns a gate with its decision, in one round trip if the database can. */
  TurnStore.@Nullable Decided decided(Statements on, String tenant, String ref)
      throws SQLException {
    String id = "(select g.decision_id from {adk_gate} g where g.tenant = ? and g.ref = ?)";
    Sql.Both<GateRecord, GateDecisionRecord> both =
        sql.both(
            on,
            select().add("g.tenant = ? and g.ref = ?", tenant, ref),
            this::gate,
            Sql.of(
                "select * from {adk_gate_decision} where tenant = ? and id = " + id,
                tenant,
                tenant,
                ref),
            GateRows::decision);
    List<GateDecisionRecord> made = both.second();
    return both.first().isEmpty()
        ? null
        : new TurnStore.Decided(both.first().getFirst(), made.isEmpty() ? null : made.getFirst());
  }

  @Nullable GateRecord lock(Statements on, String tenant, String ref) throws SQLException {
    return one(on, select().add("g.tenant = ? and g.ref = ? for update", tenant, ref));
  }

  void insert(Statements on, TurnStore.Opening opening, @Nullable String previous)
      throws SQLException {
    Sql.Text text =
        Sql.of(
            "insert into {adk_gate} (tenant, ref, conversation, subject, gate_key, open_key,"
                + " turn_id, gate_id, reason, payload, has_schema, tool, tool_checksum,"
                + " tool_call_id, node, openings, state, undecided, refusals, foreign_refusals,"
                + " opened_at, asked_at, deadline_at, previous) values (?, ?, ?, ?, ?, ?, ?, ?, ?,"
                + " ?, ?, ?, ?, ?, ?, 1, 'open', true, 0, 0, {began}, {began}, ",
            opening.scope().tenant(),
            opening.ref(),
            conversation(opening.scope()),
            opening.scope().subject(),
            opening.key(),
            sql.postgres ? null : opening.key(),
            data(opening));
    deadline(text, opening).add(", ?)", previous).update(on);
  }

  /** Counts a further request for the gate, and takes over its data. */
  void ask(Statements on, String ref, TurnStore.Opening opening) throws SQLException {
    Sql.Text text =
        Sql.of(
            "update {adk_gate} set turn_id = ?, gate_id = ?, reason = ?, payload = ?,"
                + " has_schema = ?, tool = ?, tool_checksum = ?, tool_call_id = ?, node = ?,"
                + " openings = openings + 1, asked_at = {began}, deadline_at = ",
            data(opening));
    deadline(text, opening)
        .add(" where tenant = ? and ref = ?", opening.scope().tenant(), ref)
        .update(on);
  }

  /** Returns the data of a request, from the turn's id to the node. */
  private List<@Nullable Object> data(TurnStore.Opening opening) {
    boolean twice = callIsInPayload(opening);
    return Arrays.asList(
        opening.turnId(),
        opening.gateId(),
        opening.reason(),
        options.keepContent() ? Sql.json(opening.payload()) : null,
        opening.hasSchema(),
        opening.tool(),
        twice ? null : opening.checksum(),
        twice ? null : opening.toolCallId(),
        opening.node());
  }

  /** Returns true if the stored payload also contains checksum and id of the tool's call. */
  private boolean callIsInPayload(TurnStore.Opening opening) {
    JsonValue payload = opening.payload();
    return options.keepContent()
        && payload != null
        && opening.tool() != null
        && opening.checksum() != null
        && opening.checksum().equals(GateRows.inPayload(payload, GateRows.CHECKSUM))
        && Objects.equals(opening.toolCallId(), GateRows.inPayload(payload, GateRows.TOOL_CALL_ID));
  }

  /** Adds the deadline, counted from the time that the same statement stores for the request. */
  private Sql.Text deadline(Sql.Text text, TurnStore.Opening opening) {
    return opening.timeout() == null
        ? text.add("null")
        : text.add("{began} + cast(? as bigint)", opening.timeout().toMillis());
  }

  private static String conversation(Scope scope) {
    return scope.conversation() == null ? "" : scope.conversation();
  }

  Sql.Text newest(Scope scope, String key) {
    Sql.Text text =
        select()
            .add(
                "g.tenant = ? and g.conversation = ? and g.gate_key = ?",
                scope.tenant(),
                conversation(scope),
                key);
    if (sql.postgres) {
      text.add(" and g.key_hash = " + KEY_HASH, key);
    }
    return text.add(" order by g.opened_at desc, g.ref desc limit 1");
  }

  /** Settles the gate if it is open and not overdue. Returns true if it was. */
  boolean settle(Statements on, TurnStore.Attempt settlement) throws SQLException {
    boolean timeout = settlement.kind() == GateDecision.Kind.TIMEOUT;
    String inTime = timeout ? "" : " and (deadline_at is null or deadline_at > {now})";
    return settle(on, settlement, inTime);
  }

  /** Settles the gate as timed out if it is overdue. Returns true if it was. */
  boolean timeOut(Statements on, TurnStore.Attempt end) throws SQLException {
    boolean over = settle(on, end, " and deadline_at <= {now}");
    if (over) {
      decisions.add(on, end, null, null);
    }
    return over;
  }

  private boolean settle(Statements on, TurnStore.Attempt settlement, String condition)
      throws SQLException {
    GateState state = settlement.provisional() ? GateState.PROPOSED : settlement.kind().end();
    String end = state.isFinal() ? ", undecided = false, open_key = null, settled_at = {now}" : "";
    return changed(
        on,
        Sql.of("update {adk_gate} set state = ?" + end, state.wire())
            .add(
                ", decision_id = ? where tenant = ? and ref = ? and state = 'open'" + condition,
                settlement.decisionId(),
                settlement.tenant(),
                settlement.ref()));
  }

  /**
   * Counts a refused attempt and keeps it among the newest. Returns false if the gate does not
   * exist.
   */
  boolean refuse(
      Statements on,
      TurnStore.Attempt attempt,
      GateDecisionRecord.Refusal refusal,
      @Nullable String detail)
      throws SQLException {
    boolean foreign = refusal == GateDecisionRecord.Refusal.FOREIGN_TENANT;
    // Lock the gate's row first: it serializes concurrent attempts.
    if (!count(on, attempt.tenant(), attempt.ref(), foreign)) {
      return false;
    }
    decisions.add(on, attempt, refusal, detail);
    decisions.trim(on, attempt.tenant(), attempt.ref(), foreign);
    return true;
  }

  private boolean count(Statements on, String tenant, String ref, boolean foreign)
      throws SQLException {
    String column = foreign ? "foreign_refusals" : "refusals";
    return on.update(
            "update {adk_gate}"
                + (" set " + column + " = " + column + " + 1 where tenant = ? and ref = ?"),
            tenant,
            ref)
        == 1;
  }

  /** Needs a transaction on H2 only. */
  boolean confirm(Statements on, String tenant, String ref, String decisionId, boolean edited)
      throws SQLException {
    Sql.Text gate =
        Sql.of(
            "update {adk_gate} set state = 'resolved', undecided = false, open_key = null,"
                + " settled_at = {began}, delivered_at = {began} where tenant = ? and ref = ? and"
                + " decision_id = ? and state = 'proposed'",
            tenant,
            ref,
            decisionId);
    Sql.Text decision = decisions.confirm(tenant, decisionId, edited);
    if (!sql.postgres) {
      return gate.update(on) == 1 && decision.update(on) == 1;
    }
    // Whatever follows from the value waits for the disk; a lost confirmation is made again.
    Sql.Text both =
        Sql.of("with g as (")
            .add(gate)
            .add(" and " + StorageSql.COMMITTED_AT_ONCE + NOTIFY + "), d as (")
            .add(decision)
            .add(" and exists (select 1 from g)) select 1 from g");
    return both.first(on, row -> true) != null;
  }

  boolean reopen(
      Statements on, String tenant, String ref, String decisionId, String detail, String waiting)
      throws SQLException {
    boolean reopened =
        on.update(
                "update {adk_gate} set state = 'open', undecided = true, "
                    + (sql.postgres ? "" : "open_key = gate_key, ")
                    + "settled_at = null, decision_id = null, node = ? where tenant = ?"
                    + " and ref = ? and decision_id = ? and state in ('proposed',"
                    + " 'resolved')",
                waiting,
                tenant,
                ref,
                decisionId)
            == 1;
    if (reopened) {
      decisions.invalidate(on, tenant, decisionId, detail);
      count(on, tenant, ref, false);
      decisions.trim(on, tenant, ref, false);
    }
    return reopened;
  }

  void delivered(Statements on, String tenant, String ref) throws SQLException {
    boolean noted =
        on.update(
                "update {adk_gate} set delivered_at = {now} where tenant = ? and ref = ?"
                    + " and delivered_at is null and not undecided",
                tenant,
                ref)
            == 1;
    if (noted) {
      decisions.dropContent(on, tenant, ref);
    }
  }

  /** What depends on a heartbeat is committed after it, and waits for the disk. */
  int beat(Statements on, String alive) throws SQLException {
    return on.update(
        sql.postgres
            ? "insert into {adk_gate_node} (node, seen_at) select ?, {now} where "
                + StorageSql.COMMITTED_AT_ONCE
                + " on conflict (node) do update set seen_at = excluded.seen_at"
            : "merge into {adk_gate_node} (node, seen_at) key (node) values (?, {now})",
        alive);
  }

  /** Returns open gates that are overdue and whose node is dead. */
  List<GateRecord> abandoned(Statements on, @Nullable String tenant) throws SQLException {
    return all(
        on,
        select()
            .add(
                "g.undecided = true and g.state = 'open' and g.deadline_at <= {began} and"
                    + " not exists (select 1 from {adk_gate_node} a where a.node = g.node and a.seen_at > "
                    + decisions.aliveSince()
                    + ")")
            .addIfPresent(" and g.tenant = ?", tenant)
            .add(" limit 500"));
  }

  int dropSilentNodes(Statements on) throws SQLException {
    return on.update("delete from {adk_gate_node} where seen_at < {now} - 86400000");
  }

  /** Returns the number of undecided gates, and the number of those whose node is alive. */
  List<long[]> counts(Statements on) throws SQLException {
    return Sql.of(
            "select count(*), count(case when a.node is not null or g.node = '"
                + TurnStore.Opening.NOBODY
                + "' then 1 end) from {adk_gate} g left join {adk_gate_node} a on a.node = g.node and"
                + " a.seen_at > "
                + decisions.aliveSince()
                + " where g.undecided = true")
        .query(on, row -> new long[] {row.getLong(1), row.getLong(2)});
  }

  /** Returns the gates that are settled or proposed. Adds those that exist to {@code known}. */
  List<String> decided(Statements on, List<String> refs, List<String> known, String tenant)
      throws SQLException {
    return Sql.of("select ref, state from {adk_gate} where tenant = ?", tenant)
        .add(" and ref in " + StorageSql.in(refs.size()), refs.toArray())
        .query(
            on,
            row -> {
              known.add(row.getString(1));
              return row.getString(2).equals("open") ? "" : row.getString(1);
            });
  }

  /**
   * Runs an update and returns true if it changed the gate. On PostgreSQL, the commit notifies the
   * listeners; on other databases they poll.
   */
  private boolean changed(Statements on, Sql.Text update) throws SQLException {
    if (!sql.postgres) {
      return update.update(on) == 1;
    }
    update.add(NOTIFY);
    return !update.query(on, row -> CHANNEL).isEmpty();
  }
}

package dev.adk4j.jdbc.stored;

import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the statements on attempts to settle gates, and on the tools that decisions started. */
record GateDecisions(JdbcGateOptions options) {

  private static final String WITHOUT_CONTENT = "answer = null, answer_kept = false, remark = null";

  /** Returns the expression for the time after which a living process must have been seen. */
  String aliveSince() {
    return "{now} - " + options.deadAfter().toMillis();
  }

  /** Returns null if content is not stored. */
  private @Nullable String content(@Nullable String text) {
    return options.keepContent() ? text : null;
  }

  /** Records an attempt to settle a gate. */
  void add(
      Statements on,
      TurnStore.Attempt made,
      GateDecisionRecord.@Nullable Refusal refusal,
      @Nullable String detail)
      throws SQLException {
    boolean accepted = refusal == null;
    boolean foreign = refusal == GateDecisionRecord.Refusal.FOREIGN_TENANT;
    on.update(
        "insert into {adk_gate_decision} (tenant, id, ref, kind, refusal, detail, actor,"
            + " actor_tenant, authorities, channel, answer, answer_kept, edited, remark,"
            + " decided_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {now})",
        made.tenant(),
        made.decisionId(),
        made.ref(),
        made.kind().wire(),
        refusal == null ? null : refusal.wire(),
        content(detail),
        made.actor().name(),
        foreign ? made.actor().tenant() : null,
        Sql.json(JsonValue.of(List.copyOf(made.actor().authorities()))),
        made.actor().channel(),
        accepted ? Sql.json(made.value()) : null,
        accepted && made.valueKept(),
        made.edited(),
        accepted ? made.comment() : null);
  }

  /**
   * Deletes all but the newest refused attempts. Uses two statements, because with a subquery the
   * databases scan all attempts of the tenant.
   */
  void trim(Statements on, String tenant, String ref, boolean foreign) throws SQLException {
    String refused =
        " where tenant = ? and ref = ? and refusal is not null and " + foreign(foreign);
    String tooMany =
        Sql.of(
                "select id from {adk_gate_decision}"
                    + refused
                    + " order by id desc offset "
                    + TurnStore.REFUSALS_KEPT
                    + " rows fetch first 1 rows only",
                tenant,
                ref)
            .first(on, row -> row.getString(1));
    if (tooMany != null) {
      on.update("delete from {adk_gate_decision}" + refused + " and id <= ?", tenant, ref, tooMany);
    }
  }

  private static String foreign(boolean foreign) {
    String theirs = "'" + GateDecisionRecord.Refusal.FOREIGN_TENANT.wire() + "'";
    return foreign ? "refusal = " + theirs : "(refusal is null or refusal <> " + theirs + ")";
  }

  /** Completes a decision that its waiter accepted. */
  Sql.Text confirm(String tenant, String decisionId, boolean edited) {
    return Sql.of("update {adk_gate_decision} set edited = ?", edited)
        .add(options.keepContent() ? "" : ", " + WITHOUT_CONTENT)
        .add(" where tenant = ? and id = ?", tenant, decisionId);
  }

  /** Turns a decision into a refused one, because its waiter rejected its value. */
  void invalidate(Statements on, String tenant, String decisionId, String detail)
      throws SQLException {
    Sql.of(
            "update {adk_gate_decision} set refusal = ?, detail = ?, " + WITHOUT_CONTENT,
            GateDecisionRecord.Refusal.INVALID.wire(),
            content(detail))
        .add(" where tenant = ? and id = ?", tenant, decisionId)
        .update(on);
  }

  /** Removes the content of a gate's decisions, unless the options keep it. */
  void dropContent(Statements on, String tenant, String ref) throws SQLException {
    if (!options.keepContent()) {
      Sql.of("update {adk_gate_decision} set " + WITHOUT_CONTENT)
          .add(" where tenant = ? and ref = ?", tenant, ref)
          .update(on);
    }
  }

  List<GateDecisionRecord> decisions(
      Statements on, String tenant, String ref, boolean foreign, @Nullable String after, int limit)
      throws SQLException {
    return Sql.of(
            "select * from {adk_gate_decision} where tenant = ? and ref = ? and "
                + foreign(foreign),
            tenant,
            ref)
        .addIfPresent(" and id > ?", after)
        .add(" order by id limit " + limit)
        .query(on, GateRows::decision);
  }

  @Nullable GateDecisionRecord decision(Statements on, String tenant, String id)
      throws SQLException {
    return Sql.of("select * from {adk_gate_decision} where tenant = ? and id = ?", tenant, id)
        .first(on, GateRows::decision);
  }

  /**
   * Starts the tool of a decision once. Returns false if it was started or the decision does not
   * count.
   */
  boolean begin(
      Statements on, String tenant, String decisionId, String tool, String digest, String startedOn)
      throws SQLException {
    List<String> key = List.of(tenant, decisionId);
    return on.update(
            "update {adk_gate_decision} set tool = ?, tool_checksum = ?, tool_node = ?,"
                + " tool_started_at = {now}, tool_outcome = 'running' where tenant = ? and id"
                + " = ? and refusal is null and tool_started_at is null and exists (select 1"
                + " from {adk_gate} g where g.tenant = ? and g.decision_id = ? and g.state ="
                + " 'resolved' and g.ref = {adk_gate_decision}.ref)",
            tool,
            digest,
            startedOn,
            key,
            key)
        == 1;
  }

  int end(Statements on, String tenant, String decisionId, String outcome) throws SQLException {
    return on.update(
        "update {adk_gate_decision} set tool_ended_at = {now}, tool_outcome = ? where tenant = ?"
            + " and id = ? and tool_outcome in ('running', 'unknown')",
        outcome,
        tenant,
        decisionId);
  }

  /** Marks running tools of dead processes as unknown, and returns their number. */
  int markUnknown(Statements on, @Nullable String tenant) throws SQLException {
    return Sql.of(
            "update {adk_gate_decision} set tool_outcome = 'unknown' where tool_outcome = 'running'"
                + " and not exists (select 1 from {adk_gate_node} a where a.node = tool_node and a.seen_at"
                + " > "
                + aliveSince()
                + ")")
        .addIfPresent(" and tenant = ?", tenant)
        .update(on);
  }
}

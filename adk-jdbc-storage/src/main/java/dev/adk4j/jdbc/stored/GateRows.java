package dev.adk4j.jdbc.stored;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Converts rows of the two gate tables to records. */
final class GateRows {

  /** Field of an approval's payload; stored only there, and not again in separate columns. */
  static final String CHECKSUM = "checksum";

  static final String TOOL_CALL_ID = "toolCallId";

  private GateRows() {}

  /** Returns a text from a payload; null if it has none. */
  static @Nullable String inPayload(JsonValue payload, String field) {
    JsonNode value = payload.node().path(field);
    return value.isString() ? value.asString() : null;
  }

  /**
   * Reads a gate. The row has the database's time in {@code now_at} and the node's in {@code
   * seen_at}.
   */
  static GateRecord gate(ResultSet row, long deadAfterMillis) throws SQLException {
    long now = row.getLong("now_at");
    long seen = row.getLong("seen_at");
    boolean alive = !row.wasNull() && now - seen < deadAfterMillis;
    boolean nobody = TurnStore.Opening.NOBODY.equals(row.getString("node"));
    GateState state = Rows.named(GateState.class, Rows.required(row, "state"));
    Instant openedAt = Instant.ofEpochMilli(row.getLong("opened_at"));
    Instant settledAt = instant(row, "settled_at");
    Instant until = settledAt == null ? Instant.ofEpochMilli(now) : settledAt;
    String conversation = Rows.required(row, "conversation");
    JsonValue payload = Rows.json(row, "payload");
    String tool = Rows.text(row, "tool");
    String checksum = Rows.text(row, "tool_checksum");
    String toolCallId = Rows.text(row, "tool_call_id");
    if (tool != null && checksum == null && payload != null) {
      checksum = inPayload(payload, CHECKSUM);
      toolCallId = inPayload(payload, TOOL_CALL_ID);
    }
    return new GateRecord(
        Rows.required(row, "ref"),
        Scope.of(
            Rows.required(row, "tenant"),
            Rows.text(row, "subject"),
            conversation.isEmpty() ? null : conversation),
        Rows.required(row, "turn_id"),
        Rows.required(row, "gate_id"),
        Rows.text(row, "gate_key"),
        Rows.required(row, "reason"),
        payload,
        row.getBoolean("has_schema"),
        tool,
        checksum,
        toolCallId,
        Rows.required(row, "node"),
        !state.isFinal() && !alive && !nobody,
        row.getInt("openings"),
        row.getInt("refusals"),
        state,
        openedAt,
        Duration.between(openedAt, until),
        instant(row, "deadline_at"),
        settledAt,
        Rows.text(row, "decision_id"),
        instant(row, "delivered_at"),
        Rows.text(row, "previous"));
  }

  static GateDecisionRecord decision(ResultSet row) throws SQLException {
    String refusal = Rows.text(row, "refusal");
    String[] authorities = JsonValue.parse(Rows.required(row, "authorities")).as(String[].class);
    return new GateDecisionRecord(
        Rows.required(row, "id"),
        Rows.required(row, "tenant"),
        Rows.required(row, "ref"),
        Rows.named(GateDecision.Kind.class, Rows.required(row, "kind")),
        refusal == null ? null : Rows.named(GateDecisionRecord.Refusal.class, refusal),
        Rows.text(row, "detail"),
        GateActor.of(
            Rows.text(row, "actor"),
            Rows.text(row, "actor_tenant"),
            Arrays.asList(authorities),
            Rows.required(row, "channel")),
        Instant.ofEpochMilli(row.getLong("decided_at")),
        Rows.json(row, "answer"),
        row.getBoolean("answer_kept"),
        row.getBoolean("edited"),
        Rows.text(row, "remark"),
        run(row));
  }

  private static GateDecisionRecord.@Nullable ToolRun run(ResultSet row) throws SQLException {
    Instant startedAt = instant(row, "tool_started_at");
    return startedAt == null
        ? null
        : new GateDecisionRecord.ToolRun(
            Rows.required(row, "tool"),
            Rows.required(row, "tool_checksum"),
            Rows.required(row, "tool_node"),
            startedAt,
            instant(row, "tool_ended_at"),
            Rows.named(GateDecisionRecord.Outcome.class, Rows.required(row, "tool_outcome")));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}

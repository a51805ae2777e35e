package dev.adk4j.jdbc.stored;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
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
    GateState state = named(GateState.class, required(row, "state"));
    Instant openedAt = Instant.ofEpochMilli(row.getLong("opened_at"));
    Instant settledAt = instant(row, "settled_at");
    Instant until = settledAt == null ? Instant.ofEpochMilli(now) : settledAt;
    String conversation = required(row, "conversation");
    String stored = text(row, "payload");
    JsonValue payload = stored == null ? null : JsonValue.parse(stored);
    String tool = text(row, "tool");
    String checksum = text(row, "tool_checksum");
    String toolCallId = text(row, "tool_call_id");
    if (tool != null && checksum == null && payload != null) {
      checksum = inPayload(payload, CHECKSUM);
      toolCallId = inPayload(payload, TOOL_CALL_ID);
    }
    return new GateRecord(
        required(row, "ref"),
        Scope.of(
            required(row, "tenant"),
            text(row, "subject"),
            conversation.isEmpty() ? null : conversation),
        required(row, "turn_id"),
        required(row, "gate_id"),
        text(row, "gate_key"),
        required(row, "reason"),
        payload,
        row.getBoolean("has_schema"),
        tool,
        checksum,
        toolCallId,
        required(row, "node"),
        !state.isFinal() && !alive && !nobody,
        row.getInt("openings"),
        row.getInt("refusals"),
        state,
        openedAt,
        Duration.between(openedAt, until),
        instant(row, "deadline_at"),
        settledAt,
        text(row, "decision_id"),
        instant(row, "delivered_at"),
        text(row, "previous"));
  }

  static GateDecisionRecord decision(ResultSet row) throws SQLException {
    String refusal = text(row, "refusal");
    String answer = text(row, "answer");
    String[] authorities = JsonValue.parse(required(row, "authorities")).as(String[].class);
    return new GateDecisionRecord(
        required(row, "id"),
        required(row, "tenant"),
        required(row, "ref"),
        named(GateDecision.Kind.class, required(row, "kind")),
        refusal == null ? null : named(GateDecisionRecord.Refusal.class, refusal),
        text(row, "detail"),
        GateActor.of(
            text(row, "actor"),
            text(row, "actor_tenant"),
            Arrays.asList(authorities),
            required(row, "channel")),
        Instant.ofEpochMilli(row.getLong("decided_at")),
        answer == null ? null : JsonValue.parse(answer),
        row.getBoolean("answer_kept"),
        row.getBoolean("edited"),
        text(row, "remark"),
        run(row));
  }

  private static GateDecisionRecord.@Nullable ToolRun run(ResultSet row) throws SQLException {
    Instant startedAt = instant(row, "tool_started_at");
    return startedAt == null
        ? null
        : new GateDecisionRecord.ToolRun(
            required(row, "tool"),
            required(row, "tool_checksum"),
            required(row, "tool_node"),
            startedAt,
            instant(row, "tool_ended_at"),
            named(GateDecisionRecord.Outcome.class, required(row, "tool_outcome")));
  }

  /** Returns the constant with this {@code wire()} name. */
  private static <E extends Enum<E>> E named(Class<E> type, String wire) {
    return Enum.valueOf(type, wire.toUpperCase(Locale.ROOT));
  }

  private static String required(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(text(row, column), column);
  }

  private static @Nullable String text(ResultSet row, String column) throws SQLException {
    String stored = row.getString(column);
    return stored == null ? null : TextEscape.unescape(stored);
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}

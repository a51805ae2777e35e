package dev.adk4j.jdbc;

import java.util.List;
import java.util.Map;

/** Tables and columns that the gate store needs. */
final class GateTables {

  private GateTables() {}

  static Map<String, List<String>> columns() {
    return Map.of(
        Names.GATE,
        List.of(
            "tenant",
            "ref",
            "conversation",
            "subject",
            "turn_id",
            "gate_id",
            "gate_key",
            "open_key",
            "reason",
            "payload",
            "has_schema",
            "tool",
            "tool_checksum",
            "tool_call_id",
            "node",
            "openings",
            "refusals",
            "foreign_refusals",
            "state",
            "undecided",
            "opened_at",
            "asked_at",
            "deadline_at",
            "settled_at",
            "decision_id",
            "delivered_at",
            "previous"),
        "adk_gate_decision",
        List.of(
            "tenant",
            "id",
            "ref",
            "kind",
            "refusal",
            "detail",
            "actor",
            "actor_tenant",
            "authorities",
            "channel",
            "decided_at",
            "answer",
            "answer_kept",
            "edited",
            "remark",
            "tool",
            "tool_checksum",
            "tool_node",
            "tool_started_at",
            "tool_ended_at",
            "tool_outcome"),
        "adk_gate_node",
        List.of("node", "seen_at"));
  }
}

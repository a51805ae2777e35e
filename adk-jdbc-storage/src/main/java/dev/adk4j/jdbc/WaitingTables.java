package dev.adk4j.jdbc;

import java.util.List;
import java.util.Map;

/** The columns that the store of waiting turns relies on. */
final class WaitingTables {

  private WaitingTables() {}

  static Map<String, List<String>> columns() {
    return Map.of(
        Names.WAITING_TURN,
        List.of(
            "tenant",
            "turn_id",
            "conversation",
            "subject",
            "state",
            "phase",
            "iteration",
            "token",
            "attempt",
            "node",
            "lease_until",
            "results",
            "memo",
            "answer_id",
            "answer",
            "error",
            "created_at",
            "updated_at",
            "input",
            "request_key",
            "fingerprint",
            "lane",
            "accepted",
            "mail_sent",
            "mail_read",
            "stop_requested",
            "priority"),
        "adk_waiting_call",
        List.of(
            "tenant",
            "turn_id",
            "ordinal",
            "id",
            "provider_id",
            "tool",
            "args",
            "payload",
            "replay_compatibility",
            "problem",
            "gate_ref",
            "started_at",
            "iteration",
            "done_at"),
        "adk_turn_inbox",
        List.of("tenant", "turn_id", "n", "request_key", "fingerprint", "message", "created_at"));
  }
}

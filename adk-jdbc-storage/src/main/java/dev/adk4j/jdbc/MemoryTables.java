package dev.adk4j.jdbc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables and columns that memory stores and their journal need. */
final class MemoryTables {

  private MemoryTables() {}

  static Map<String, List<String>> columns() {
    Map<String, List<String>> tables = new LinkedHashMap<>();
    tables.put(
        Names.MEMORY_CONVERSATION,
        List.of(
            "tenant",
            "scope_key",
            "subject",
            "conversation",
            "next_seq",
            "created_at",
            "last_activity_at"));
    tables.put(
        Names.MEMORY_JOURNAL,
        List.of(
            "tenant",
            "scope_key",
            "seq",
            "message_id",
            "role",
            "parts",
            "metadata",
            "created_at",
            "captured_at"));
    tables.put(
        "adk_memory_cursor",
        List.of(
            "tenant",
            "scope_key",
            "store_name",
            "saved_seq",
            "requests",
            "begun",
            "requested_at",
            "last_attempt_at",
            "failures",
            "probe_count",
            "last_error",
            "lease_token",
            "lease_until"));
    tables.put(
        "adk_memory_trigger", List.of("tenant", "scope_key", "store_name", "trigger_key", "fired"));
    tables.put(
        "adk_memory_turn", List.of("tenant", "scope_key", "turn_id", "opened_at", "closed_at"));
    tables.put(
        "adk_memory_staged_fact",
        List.of(
            "tenant",
            "scope_key",
            "store_name",
            "ordinal",
            "last_seq",
            "fact_key",
            "content",
            "metadata"));
    tables.put(
        "adk_memory_set_aside",
        List.of(
            "tenant", "scope_key", "store_name", "item", "seq", "fact", "error", "set_aside_at"));
    tables.put("adk_memory_lease", List.of("name", "node", "lease_until"));
    tables.put(
        Names.MEMORY_RECORD,
        List.of(
            "tenant",
            "subject",
            "store_name",
            "ordinal",
            "id",
            "content",
            "content_hash",
            "write_hash",
            "terms",
            "metadata",
            "origin",
            "turn_id",
            "created_at",
            "updated_at",
            "version"));
    return tables;
  }
}

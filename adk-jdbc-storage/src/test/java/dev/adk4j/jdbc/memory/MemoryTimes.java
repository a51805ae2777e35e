package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.TestDatabase;
import java.time.Duration;
import java.util.List;

/** Lets time pass for the journal, whose clock is the database's: its rows grow older. */
final class MemoryTimes {

  private MemoryTimes() {}

  static void pass(TestDatabase database, Duration time) {
    long millis = time.toMillis();
    age(database, "adk_memory_conversation", List.of("created_at", "last_activity_at"), millis);
    age(database, "adk_memory_journal", List.of("captured_at"), millis);
    age(
        database,
        "adk_memory_cursor",
        List.of("requested_at", "last_attempt_at", "lease_until"),
        millis);
    age(database, "adk_memory_turn", List.of("opened_at", "closed_at"), millis);
    age(database, "adk_memory_lease", List.of("lease_until"), millis);
  }

  private static void age(TestDatabase database, String table, List<String> columns, long millis) {
    List<String> sets = columns.stream().map(c -> c + " = " + c + " - " + millis).toList();
    database.execute("update " + table + " set " + String.join(", ", sets));
  }
}

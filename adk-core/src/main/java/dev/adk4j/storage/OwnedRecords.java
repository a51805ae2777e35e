package dev.adk4j.storage;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds the records of one conversation or one subject. One counter numbers messages, thoughts and
 * tool calls, so their order is total. Guarded by the adapter's lock.
 */
final class OwnedRecords {

  private static final Set<CallbackKind> NUMBERED_TOGETHER =
      Set.of(CallbackKind.MESSAGES, CallbackKind.THOUGHTS, CallbackKind.TOOL_CALLS);

  private final Counter counter = new Counter();
  private final Map<CallbackKind, Table> tables = new EnumMap<>(CallbackKind.class);

  Table table(CallbackKind kind) {
    return tables.computeIfAbsent(
        kind,
        k -> new Table(k.recordName(), NUMBERED_TOGETHER.contains(k) ? counter : new Counter()));
  }

  List<StoredRow> log() {
    return NUMBERED_TOGETHER.stream()
        .flatMap(kind -> table(kind).log().stream())
        .sorted(Comparator.comparingLong(StoredRow::number))
        .toList();
  }
}

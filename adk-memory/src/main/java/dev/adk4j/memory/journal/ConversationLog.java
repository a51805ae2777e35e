package dev.adk4j.memory.journal;

import dev.adk4j.memory.journal.ExtractionJournal.JournalEntry;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Messages, cursors and counters of one conversation. Guarded by the journal's lock. */
final class ConversationLog {

  private final Map<String, Row> byId = new LinkedHashMap<>();
  private final Map<String, CursorRow> cursors = new HashMap<>();
  private final Map<String, Map<String, Long>> counts = new HashMap<>();
  private final List<SetAside> aside = new ArrayList<>();
  private long nextSeq;
  private Instant usedAt;

  ConversationLog(Instant now) {
    this.usedAt = now;
  }

  private record Row(JournalEntry entry, Instant capturedAt) {}

  Instant usedAt() {
    return usedAt;
  }

  void touch(Instant now) {
    usedAt = now;
  }

  void append(MemoryMessage message, Instant now) {
    touch(now);
    if (!byId.containsKey(message.messageId())) {
      byId.put(message.messageId(), new Row(new JournalEntry(nextSeq++, message), now));
    }
  }

  void replace(MemoryMessage message) {
    byId.computeIfPresent(
        message.messageId(),
        (id, row) -> new Row(new JournalEntry(row.entry().seq(), message), row.capturedAt()));
  }

  void remove(String messageId) {
    byId.remove(messageId);
  }

  Stream<JournalEntry> unsaved(String store) {
    long savedSeq = savedSeq(store);
    return byId.values().stream().map(Row::entry).filter(entry -> entry.seq() > savedSeq);
  }

  long count(String store, String trigger) {
    return counts.computeIfAbsent(store, s -> new HashMap<>()).merge(trigger, 1L, Long::sum);
  }

  /** Returns the store's cursor; creates it at the beginning if there is none. */
  CursorRow cursor(String store) {
    return cursors.computeIfAbsent(store, s -> new CursorRow());
  }

  long trim(Collection<String> stores) {
    long everybody = stores.stream().mapToLong(this::savedSeq).min().orElse(-1);
    return removed(row -> row.entry().seq() <= everybody);
  }

  private long savedSeq(String store) {
    return cursor(store).savedSeq();
  }

  long dropBefore(Instant instant) {
    return removed(row -> row.capturedAt().isBefore(instant));
  }

  private long removed(Predicate<Row> which) {
    int before = byId.size();
    byId.values().removeIf(which);
    return before - byId.size();
  }

  Stream<SetAside> aside() {
    return aside.stream();
  }

  boolean setAside(SetAside item) {
    aside.removeIf(
        known ->
            known.key().equals(item.key())
                && Objects.equals(known.messageId(), item.messageId())
                && Objects.equals(known.factKey(), item.factKey()));
    return aside.add(item);
  }

  List<SaveKey> discard(MemoryConversation conversation, Instant now) {
    byId.clear();
    List<SaveKey> leased = new ArrayList<>();
    cursors.forEach(
        (store, row) -> {
          if (row.discard(now)) {
            leased.add(new SaveKey(conversation, store));
          }
        });
    return leased;
  }

  void removeOrphans(Collection<String> stores, Instant before) {
    cursors
        .entrySet()
        .removeIf(entry -> !stores.contains(entry.getKey()) && entry.getValue().idleSince(before));
    counts.keySet().removeIf(store -> !stores.contains(store) && !cursors.containsKey(store));
  }
}

package dev.adk4j.memory.journal;

import dev.adk4j.memory.journal.ExtractionJournal.BackOff;
import dev.adk4j.memory.journal.ExtractionJournal.Cursor;
import dev.adk4j.memory.journal.ExtractionJournal.JournalEntry;
import dev.adk4j.memory.journal.ExtractionJournal.OpenTurn;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.journal.ExtractionJournal.SetAside;
import dev.adk4j.memory.journal.ExtractionJournal.StagedBatch;
import dev.adk4j.memory.journal.ExtractionJournal.StoreBacklog;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.value.Ids;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the journal in memory, for tests and single-process programs. Unsaved messages are lost
 * when the process ends. Messages that a store never accepts are kept, so the journal grows
 * meanwhile.
 *
 * @since 0.1.0
 */
public final class InMemoryExtractionJournal implements ExtractionJournal {

  private final InstantSource clock;
  private final Map<MemoryConversation, ConversationLog> logs = new LinkedHashMap<>();
  private final Map<String, TurnRow> turns = new LinkedHashMap<>();
  private @Nullable String sweeper;
  private Instant sweepUntil = Instant.MIN;

  public InMemoryExtractionJournal() {
    this(InstantSource.system());
  }

  public InMemoryExtractionJournal(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public synchronized void append(MemoryConversation conversation, List<MemoryMessage> messages) {
    ConversationLog log = log(conversation);
    messages.forEach(message -> log.append(message, now()));
  }

  @Override
  public synchronized void replace(MemoryConversation conversation, MemoryMessage message) {
    log(conversation).replace(message);
  }

  @Override
  public synchronized void remove(MemoryConversation conversation, String messageId) {
    log(conversation).remove(messageId);
  }

  @Override
  public synchronized void openTurn(MemoryConversation conversation, String turnId) {
    turns.putIfAbsent(turnId, new TurnRow(conversation, now(), null));
    log(conversation).touch(now());
  }

  @Override
  public synchronized boolean closeTurn(MemoryConversation conversation, String turnId) {
    TurnRow row = turns.get(turnId);
    if (row != null && row.closedAt() != null) {
      return false;
    }
    Instant opened = row == null ? now() : row.openedAt();
    turns.put(turnId, new TurnRow(conversation, opened, now()));
    log(conversation).touch(now());
    return true;
  }

  @Override
  public synchronized List<OpenTurn> openTurns(MemoryConversation conversation) {
    return open(row -> row.conversation().equals(conversation)).toList();
  }

  @Override
  public synchronized List<OpenTurn> overdueTurns(Duration openFor, int limit) {
    Instant before = now().minus(openFor);
    return open(row -> !row.openedAt().isAfter(before)).limit(limit).toList();
  }

  private Stream<OpenTurn> open(Predicate<TurnRow> which) {
    return turns.entrySet().stream()
        .filter(entry -> entry.getValue().closedAt() == null && which.test(entry.getValue()))
        .sorted(Comparator.comparing(entry -> entry.getValue().openedAt()))
        .map(entry -> new OpenTurn(entry.getValue().conversation(), entry.getKey()));
  }

  @Override
  public synchronized long count(SaveKey key, String trigger) {
    return log(key.conversation()).count(key.store(), trigger);
  }

  @Override
  public synchronized boolean request(SaveKey key, BackOff backOff) {
    return row(key).request(backOff, now());
  }

  @Override
  public synchronized void demand(SaveKey key) {
    row(key).demand(now());
  }

  @Override
  public synchronized Optional<SaveLease> acquire(SaveKey key, Duration life) {
    String token = Ids.next();
    return row(key).acquire(token, now(), life)
        ? Optional.of(new SaveLease(key, token))
        : Optional.empty();
  }

  @Override
  public synchronized boolean renew(SaveLease lease, Duration life) {
    return held(lease, row -> row.renew(now(), life));
  }

  @Override
  public synchronized boolean begin(SaveLease lease) {
    return held(lease, row -> row.begin(now()));
  }

  @Override
  public synchronized List<JournalEntry> unsaved(SaveKey key, int limit) {
    Stream<JournalEntry> all = log(key.conversation()).unsaved(key.store());
    return (limit > 0 ? all.limit(limit) : all).toList();
  }

  @Override
  public synchronized boolean commit(SaveLease lease, long savedSeq, boolean delivered) {
    return held(lease, row -> row.commit(savedSeq, delivered));
  }

  @Override
  public synchronized int fail(SaveLease lease, String error) {
    CursorRow row = held(lease);
    return row == null ? 0 : row.fail(error);
  }

  @Override
  public synchronized boolean stage(SaveLease lease, StagedBatch batch) {
    return held(lease, row -> row.stage(batch));
  }

  @Override
  public synchronized void confirm(SaveLease lease, String factKey) {
    held(lease, row -> row.confirm(factKey));
  }

  @Override
  public synchronized Optional<StagedBatch> staged(SaveKey key) {
    return Optional.ofNullable(row(key).staged());
  }

  @Override
  public synchronized boolean setAside(SaveLease lease, SetAside item) {
    SaveKey key = lease.key();
    return held(lease) != null
        && log(key.conversation())
            .setAside(
                new SetAside(
                    key, item.seq(), item.messageId(), item.factKey(), item.error(), now()));
  }

  @Override
  public synchronized List<SetAside> setAside(Collection<String> stores, int limit) {
    return logs.values().stream()
        .flatMap(ConversationLog::aside)
        .filter(item -> stores.contains(item.key().store()))
        .sorted(Comparator.comparing(SetAside::at).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized void release(SaveLease lease) {
    held(lease, row -> row.release());
  }

  @Override
  public synchronized Cursor cursor(SaveKey key) {
    CursorRow row = known(key);
    return row == null ? Cursor.START : row.snapshot(now());
  }

  @Override
  public synchronized long pending(SaveKey key) {
    ConversationLog log = logs.get(key.conversation());
    return log == null ? 0 : log.unsaved(key.store()).count();
  }

  @Override
  public synchronized Map<String, StoreBacklog> backlog(Collection<String> stores) {
    Map<String, StoreBacklog> backlog = new LinkedHashMap<>();
    stores.forEach(store -> backlog.put(store, backlogOf(store)));
    return backlog;
  }

  private StoreBacklog backlogOf(String store) {
    long messages = 0;
    long failing = 0;
    int worst = 0;
    for (ConversationLog log : logs.values()) {
      messages += log.unsaved(store).count();
      int failures = log.cursor(store).failures();
      failing += failures > 0 ? 1 : 0;
      worst = Math.max(worst, failures);
    }
    return new StoreBacklog(messages, failing, worst);
  }

  @Override
  public synchronized boolean acquireSweep(String node, Duration life) {
    Instant now = now();
    if (!node.equals(sweeper) && now.isBefore(sweepUntil)) {
      return false;
    }
    sweeper = node;
    sweepUntil = now.plus(life);
    return true;
  }

  @Override
  public synchronized List<SaveKey> abandoned(Collection<String> stores, int limit) {
    Instant now = now();
    return keys(stores, limit, key -> row(key).abandoned(now));
  }

  @Override
  public synchronized List<SaveKey> failed(Collection<String> stores, Duration since, int limit) {
    Instant before = now().minus(since);
    return keys(stores, limit, key -> row(key).failedBefore(before) && pending(key) > 0);
  }

  @Override
  public synchronized List<SaveKey> idle(Collection<String> stores, Duration since, int limit) {
    Instant before = now().minus(since);
    return keys(
        stores,
        limit,
        key ->
            !log(key.conversation()).usedAt().isAfter(before)
                && row(key).idleSince(before)
                && pending(key) > 0);
  }

  private List<SaveKey> keys(Collection<String> stores, int limit, Predicate<SaveKey> wanted) {
    return List.copyOf(logs.keySet()).stream()
        .flatMap(conversation -> stores.stream().map(s -> new SaveKey(conversation, s)))
        .filter(wanted)
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized long trim(MemoryConversation conversation, Collection<String> stores) {
    return log(conversation).trim(stores);
  }

  @Override
  public synchronized long trim(Collection<String> stores) {
    return logs.values().stream().mapToLong(log -> log.trim(stores)).sum();
  }

  @Override
  public synchronized void tidy(Collection<String> stores, Duration unusedFor) {
    Instant before = now().minus(unusedFor);
    turns.values().removeIf(row -> row.closedBefore(before));
    logs.values().forEach(log -> log.removeOrphans(stores, before));
  }

  @Override
  public synchronized long dropOlderThan(Duration age) {
    Instant before = now().minus(age);
    return logs.values().stream().mapToLong(log -> log.dropBefore(before)).sum();
  }

  @Override
  public synchronized List<SaveKey> discard(MemoryOwner owner) {
    List<SaveKey> leased = new ArrayList<>();
    logs.forEach(
        (conversation, log) -> {
          if (conversation.owner().equals(owner)) {
            leased.addAll(log.discard(conversation, now()));
          }
        });
    return leased;
  }

  @Override
  public synchronized void forget(MemoryOwner owner) {
    logs.keySet().removeIf(conversation -> conversation.owner().equals(owner));
    turns.values().removeIf(row -> row.conversation().owner().equals(owner));
  }

  private ConversationLog log(MemoryConversation conversation) {
    return logs.computeIfAbsent(conversation, c -> new ConversationLog(now()));
  }

  private CursorRow row(SaveKey key) {
    return log(key.conversation()).cursor(key.store());
  }

  /** Returns the row of a known conversation, new if it has none; null for other conversations. */
  private @Nullable CursorRow known(SaveKey key) {
    ConversationLog log = logs.get(key.conversation());
    return log == null ? null : log.cursor(key.store());
  }

  /** Returns the row if the lease is still valid. */
  private @Nullable CursorRow held(SaveLease lease) {
    CursorRow row = known(lease.key());
    return row != null && row.heldBy(lease.token()) ? row : null;
  }

  private boolean held(SaveLease lease, Predicate<CursorRow> change) {
    CursorRow row = held(lease);
    return row != null && change.test(row);
  }

  private Instant now() {
    return clock.instant();
  }

  private record TurnRow(
      MemoryConversation conversation, Instant openedAt, @Nullable Instant closedAt) {

    boolean closedBefore(Instant instant) {
      return closedAt != null && closedAt.isBefore(instant);
    }
  }
}

package dev.adk4j.memory.journal;

import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Mutex;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A journal in memory, for tests and for programs of one process that may lose what was not saved
 * when they end. What a store never takes stays, so it grows as long as that lasts.
 */
public final class InMemoryExtractionJournal implements ExtractionJournal {

  private final InstantSource clock;
  private final Mutex mutex = new Mutex();
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
  public void append(MemoryConversation conversation, List<MemoryMessage> messages) {
    mutex.run(
        () -> {
          ConversationLog log = log(conversation);
          messages.forEach(message -> log.append(message, now()));
        });
  }

  @Override
  public void replace(MemoryConversation conversation, MemoryMessage message) {
    mutex.run(() -> log(conversation).replace(message));
  }

  @Override
  public void remove(MemoryConversation conversation, String messageId) {
    mutex.run(() -> log(conversation).remove(messageId));
  }

  @Override
  public void openTurn(MemoryConversation conversation, String turnId) {
    mutex.run(
        () -> {
          turns.putIfAbsent(turnId, new TurnRow(conversation, now(), null));
          log(conversation).touch(now());
        });
  }

  @Override
  public boolean closeTurn(MemoryConversation conversation, String turnId) {
    return mutex.get(
        () -> {
          TurnRow row = turns.get(turnId);
          if (row != null && row.closedAt() != null) {
            return false;
          }
          Instant opened = row == null ? now() : row.openedAt();
          turns.put(turnId, new TurnRow(conversation, opened, now()));
          log(conversation).touch(now());
          return true;
        });
  }

  @Override
  public List<OpenTurn> openTurns(MemoryConversation conversation) {
    return mutex.get(
        () -> open().filter(turn -> turn.conversation().equals(conversation)).toList());
  }

  @Override
  public List<OpenTurn> overdueTurns(Duration openFor, int limit) {
    Instant before = now().minus(openFor);
    return mutex.get(
        () ->
            open()
                .filter(turn -> !openedAt(turn).isAfter(before))
                .sorted(Comparator.comparing(this::openedAt))
                .limit(limit)
                .toList());
  }

  private Stream<OpenTurn> open() {
    return turns.entrySet().stream()
        .filter(entry -> entry.getValue().closedAt() == null)
        .map(entry -> new OpenTurn(entry.getValue().conversation(), entry.getKey()));
  }

  private Instant openedAt(OpenTurn turn) {
    TurnRow row = turns.get(turn.turnId());
    return row == null ? Instant.MAX : row.openedAt();
  }

  @Override
  public long count(SaveKey key, String trigger) {
    return mutex.get(() -> log(key).count(key.store(), trigger));
  }

  @Override
  public boolean request(SaveKey key, BackOff backOff) {
    return mutex.get(() -> row(key).request(backOff, now()));
  }

  @Override
  public void demand(SaveKey key) {
    mutex.run(() -> row(key).demand(now()));
  }

  @Override
  public Optional<SaveLease> acquire(SaveKey key, Duration life) {
    return mutex.get(
        () -> {
          String token = Ids.next();
          return row(key).acquire(token, now(), life)
              ? Optional.of(new SaveLease(key, token))
              : Optional.empty();
        });
  }

  @Override
  public boolean renew(SaveLease lease, Duration life) {
    return held(lease, row -> row.renew(now(), life));
  }

  @Override
  public boolean begin(SaveLease lease) {
    return held(lease, row -> row.begin(now()));
  }

  @Override
  public List<JournalEntry> unsaved(SaveKey key, int limit) {
    return mutex.get(() -> log(key).above(cursorOf(key), limit));
  }

  @Override
  public boolean commit(SaveLease lease, long savedSeq, boolean delivered) {
    return held(lease, row -> row.commit(savedSeq, delivered));
  }

  @Override
  public int fail(SaveLease lease, String error) {
    return mutex.get(
        () -> {
          CursorRow row = rowOf(lease);
          return row == null ? 0 : row.fail(error);
        });
  }

  @Override
  public boolean stage(SaveLease lease, StagedBatch batch) {
    return held(lease, row -> row.stage(batch));
  }

  @Override
  public void confirm(SaveLease lease, String factKey) {
    held(lease, row -> row.confirm(factKey));
  }

  @Override
  public Optional<StagedBatch> staged(SaveKey key) {
    return mutex.get(() -> Optional.ofNullable(row(key).staged()));
  }

  @Override
  public boolean setAside(SaveLease lease, SetAside item) {
    return mutex.get(
        () ->
            rowOf(lease) != null
                && log(lease.key())
                    .setAside(
                        new SetAside(
                            lease.key(),
                            item.seq(),
                            item.messageId(),
                            item.factKey(),
                            item.error(),
                            now())));
  }

  @Override
  public List<SetAside> setAside(Collection<String> stores, int limit) {
    return mutex.get(
        () ->
            logs.values().stream()
                .flatMap(log -> log.aside.stream())
                .filter(item -> stores.contains(item.key().store()))
                .sorted(Comparator.comparing(SetAside::at).reversed())
                .limit(limit)
                .toList());
  }

  @Override
  public void release(SaveLease lease) {
    held(lease, CursorRow::release);
  }

  @Override
  public Cursor cursor(SaveKey key) {
    return mutex.get(
        () -> {
          CursorRow row = existing(key);
          return row == null ? Cursor.START : row.snapshot(now());
        });
  }

  @Override
  public long pending(SaveKey key) {
    return mutex.get(() -> pendingOf(key));
  }

  @Override
  public Map<String, StoreBacklog> backlog(Collection<String> stores) {
    return mutex.get(
        () -> {
          Map<String, StoreBacklog> backlog = new LinkedHashMap<>();
          stores.forEach(store -> backlog.put(store, backlogOf(store)));
          return backlog;
        });
  }

  private StoreBacklog backlogOf(String store) {
    long messages = 0;
    long failing = 0;
    int worst = 0;
    for (MemoryConversation conversation : logs.keySet()) {
      SaveKey key = new SaveKey(conversation, store);
      messages += pendingOf(key);
      CursorRow row = existing(key);
      int failures = row == null ? 0 : row.failures();
      failing += failures > 0 ? 1 : 0;
      worst = Math.max(worst, failures);
    }
    return new StoreBacklog(messages, failing, worst);
  }

  @Override
  public boolean acquireSweep(String node, Duration life) {
    return mutex.get(
        () -> {
          Instant now = now();
          if (!node.equals(sweeper) && now.isBefore(sweepUntil)) {
            return false;
          }
          sweeper = node;
          sweepUntil = now.plus(life);
          return true;
        });
  }

  @Override
  public List<SaveKey> abandoned(Collection<String> stores, int limit) {
    Instant now = now();
    return keys(
        stores,
        limit,
        key -> {
          CursorRow row = existing(key);
          return row != null && row.abandoned(now);
        });
  }

  @Override
  public List<SaveKey> failed(Collection<String> stores, Duration since, int limit) {
    Instant before = now().minus(since);
    return keys(
        stores,
        limit,
        key -> {
          CursorRow row = existing(key);
          return row != null && row.failedBefore(before) && pendingOf(key) > 0;
        });
  }

  @Override
  public List<SaveKey> idle(Collection<String> stores, Duration since, int limit) {
    Instant before = now().minus(since);
    return keys(
        stores,
        limit,
        key -> {
          CursorRow row = existing(key);
          return !log(key).usedAt().isAfter(before)
              && (row == null || row.idleSince(before))
              && pendingOf(key) > 0;
        });
  }

  private List<SaveKey> keys(Collection<String> stores, int limit, Predicate<SaveKey> wanted) {
    return mutex.get(
        () ->
            List.copyOf(logs.keySet()).stream()
                .flatMap(conversation -> stores.stream().map(s -> new SaveKey(conversation, s)))
                .filter(wanted)
                .limit(limit)
                .toList());
  }

  @Override
  public long trim(MemoryConversation conversation, Collection<String> stores) {
    return mutex.get(() -> log(conversation).trim(stores));
  }

  @Override
  public long trim(Collection<String> stores) {
    return mutex.get(() -> logs.values().stream().mapToLong(log -> log.trim(stores)).sum());
  }

  @Override
  public void tidy(Collection<String> stores, Duration unusedFor) {
    Instant before = now().minus(unusedFor);
    mutex.run(
        () -> {
          turns.values().removeIf(row -> row.closedBefore(before));
          logs.values().forEach(log -> log.removeOrphans(stores, before));
        });
  }

  @Override
  public long dropOlderThan(Duration age) {
    Instant before = now().minus(age);
    return mutex.get(() -> logs.values().stream().mapToLong(log -> log.dropBefore(before)).sum());
  }

  @Override
  public List<SaveKey> discard(MemoryOwner owner) {
    Instant now = now();
    return mutex.get(
        () -> {
          List<SaveKey> leased = new ArrayList<>();
          logs.forEach(
              (conversation, log) -> {
                if (conversation.owner().equals(owner)) {
                  leased.addAll(log.discard(conversation, now));
                }
              });
          return leased;
        });
  }

  @Override
  public void forget(MemoryOwner owner) {
    mutex.run(
        () -> {
          logs.keySet().removeIf(conversation -> conversation.owner().equals(owner));
          turns.values().removeIf(row -> row.conversation().owner().equals(owner));
        });
  }

  private ConversationLog log(SaveKey key) {
    return log(key.conversation());
  }

  private ConversationLog log(MemoryConversation conversation) {
    return logs.computeIfAbsent(conversation, c -> new ConversationLog(now()));
  }

  private CursorRow row(SaveKey key) {
    return log(key).cursor(key.store());
  }

  private @Nullable CursorRow existing(SaveKey key) {
    ConversationLog log = logs.get(key.conversation());
    return log == null ? null : log.existingCursor(key.store());
  }

  private @Nullable CursorRow rowOf(SaveLease lease) {
    CursorRow row = existing(lease.key());
    return row != null && row.heldBy(lease.token()) ? row : null;
  }

  private boolean held(SaveLease lease, Predicate<CursorRow> step) {
    return mutex.get(
        () -> {
          CursorRow row = rowOf(lease);
          return row != null && step.test(row);
        });
  }

  private long cursorOf(SaveKey key) {
    CursorRow row = existing(key);
    return row == null ? -1 : row.savedSeq();
  }

  private long pendingOf(SaveKey key) {
    ConversationLog log = logs.get(key.conversation());
    return log == null ? 0 : log.countAbove(cursorOf(key));
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

  /** The messages, cursors and counts of one conversation. Guarded by the journal's lock. */
  private static final class ConversationLog {

    private final Map<String, Row> byId = new LinkedHashMap<>();
    private final Map<String, CursorRow> cursors = new HashMap<>();
    private final Map<String, Map<String, Long>> counts = new HashMap<>();
    private final List<SetAside> aside = new ArrayList<>();
    private long nextSeq;
    private Instant usedAt;

    private ConversationLog(Instant now) {
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

    List<JournalEntry> above(long seq, int limit) {
      Stream<JournalEntry> all = entries().filter(entry -> entry.seq() > seq);
      return (limit > 0 ? all.limit(limit) : all).toList();
    }

    long countAbove(long seq) {
      return entries().filter(entry -> entry.seq() > seq).count();
    }

    private Stream<JournalEntry> entries() {
      return byId.values().stream().map(Row::entry);
    }

    long count(String store, String trigger) {
      return counts.computeIfAbsent(store, s -> new HashMap<>()).merge(trigger, 1L, Long::sum);
    }

    CursorRow cursor(String store) {
      return cursors.computeIfAbsent(store, s -> new CursorRow());
    }

    @Nullable CursorRow existingCursor(String store) {
      return cursors.get(store);
    }

    long trim(Collection<String> stores) {
      long everybody = stores.stream().mapToLong(this::savedSeq).min().orElse(-1);
      return removed(row -> row.entry().seq() <= everybody);
    }

    private long savedSeq(String store) {
      CursorRow row = cursors.get(store);
      return row == null ? -1 : row.savedSeq();
    }

    long dropBefore(Instant instant) {
      return removed(row -> row.capturedAt().isBefore(instant));
    }

    private long removed(Predicate<Row> which) {
      int before = byId.size();
      byId.values().removeIf(which);
      return before - byId.size();
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
          .removeIf(
              entry -> !stores.contains(entry.getKey()) && entry.getValue().idleSince(before));
      counts.keySet().removeIf(store -> !stores.contains(store) && !cursors.containsKey(store));
    }
  }
}

package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.jdbc.AtOnce;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.OnSharedDatabase;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.Stores;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.journal.ExtractionJournal.BackOff;
import dev.adk4j.memory.journal.ExtractionJournal.JournalEntry;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the database adds to the journal's contract. */
class JdbcExtractionJournalTests extends OnSharedDatabase {

  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final Duration LIFE = Duration.ofMinutes(5);

  private final JdbcPersistentStorage storage = database.storage();
  private final JdbcExtractionJournal journal = open();
  private final MemoryConversation conversation = conversation("ann", "c");
  private final SaveKey key = new SaveKey(conversation, "facts");
  private final AgentContext ctx = AgentContexts.forScope(Scope.of(tenant, "ann", "c"));

  JdbcExtractionJournalTests(DatabaseKind kind) {
    super(kind);
  }

  private JdbcExtractionJournal open() {
    return JdbcExtractionJournal.of(
        database.dataSource(), JdbcStorageOptions.DEFAULT, storage.unitOfWork());
  }

  @Test
  void sweepsInALocaleWithOtherDigits() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    try {
      journal.demand(key);
      assertThat(journal.abandoned(List.of("facts"), 10_000)).contains(key);
      assertThat(journal.trim(conversation, List.of("facts"))).isZero();
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void textsThatDatabasesRefuseComeBackAsTheyWere() {
    String tricky = "a\u0000b\ud800c\u0010d \uD83D\uDE00";
    MemoryMessage message = MemoryMessage.text("m-" + tricky, MessageRole.USER, tricky, AT);

    journal.append(conversation, List.of(message));

    assertThat(open().unsaved(key, 0)).containsExactly(new JournalEntry(0, message));
  }

  @Test
  void concurrentWritersOfOneConversationGetNumbersWithoutGapsOrRepeats() throws Exception {
    int writers = 8;
    int each = 25;
    AtOnce.run(
        writers,
        w -> {
          JdbcExtractionJournal own = open();
          for (int n = 0; n < each; n++) {
            own.append(conversation, List.of(message("w" + w + "-" + n)));
          }
        });

    assertThat(journal.unsaved(key, 0))
        .extracting(JournalEntry::seq)
        .containsExactlyElementsOf(LongStream.range(0, (long) writers * each).boxed().toList());
  }

  @Test
  void cursorDoesNotPassALateCommit() throws Exception {
    journal.append(conversation, List.of(message("first")));
    StorageConnections connections =
        StorageConnections.of(database.dataSource(), JdbcStorageOptions.DEFAULT);
    StorageSql sql = new StorageSql(connections::table, connections.isPostgres());
    Captures captures = new Captures(sql);
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Connection late = database.dataSource().getConnection()) {
      late.setAutoCommit(false);
      captures.append(sql.on(late), ConversationKey.of(conversation), List.of(message("late")));
      Future<?> other =
          executor.submit(() -> journal.append(conversation, List.of(message("quick"))));

      assertThat(journal.unsaved(key, 0)).extracting(JournalEntry::seq).containsExactly(0L);
      assertThat(other.isDone()).as("waits for the number before it").isFalse();

      late.commit();
      late.setAutoCommit(true);
      other.get();
    }
    assertThat(journal.unsaved(key, 0))
        .extracting(entry -> entry.seq() + entry.message().messageId())
        .containsExactly("0first", "1late", "2quick");
  }

  /** Stores a message and captures another in a transaction that has this at its end. */
  private void store(String stored, String captured, Runnable end) throws Exception {
    Stores.unit(
        storage,
        ctx,
        () -> {
          storage.storeMessage(ctx, Message.user(stored, "hello", AT));
          journal.append(conversation, List.of(message(captured)));
          end.run();
        });
  }

  @Test
  void capturingAndStoringAreOneTransaction() throws Exception {
    store("a", "a", () -> assertThat(journal.pending(key)).as("before the commit").isZero());
    assertThat(journal.pending(key)).isEqualTo(1);

    Runnable nack =
        () -> {
          throw new IllegalStateException("nack");
        };
    assertThatThrownBy(() -> store("b", "b", nack)).hasMessage("nack");
    assertThat(journal.pending(key)).isEqualTo(1);
    assertThat(storage.fetchMessages(ctx)).hasSize(1);
  }

  @Test
  void failedCaptureRollsBackTheMessage() {
    assertThatThrownBy(() -> store("a", "x".repeat(900), () -> {}))
        .hasMessageContaining("800 bytes");
    assertThat(storage.fetchMessages(ctx)).isEmpty();
    assertThat(journal.pending(key)).isZero();
  }

  @Test
  void capturesARepeatedMessageOnce() throws Exception {
    for (int i = 0; i < 2; i++) {
      store("a", "a", () -> {});
    }
    assertThat(journal.unsaved(key, 0)).hasSize(1);
    assertThat(storage.fetchMessages(ctx)).hasSize(1);
  }

  @Test
  void countsOfConcurrentNodesAddUp() throws Exception {
    Set<Long> counts = ConcurrentHashMap.newKeySet();
    AtOnce.run(8, node -> counts.add(open().count(key, "interval")));
    assertThat(counts).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
  }

  @Test
  void concurrentReportsOfOneTurnsEndCountOnce() throws Exception {
    journal.openTurn(conversation, "t");
    List<String> closed = new CopyOnWriteArrayList<>();
    AtOnce.run(
        12,
        node -> {
          String turn = node % 2 == 0 ? "t" : "unopened";
          if (open().closeTurn(conversation, turn)) {
            closed.add(turn);
          }
        });
    assertThat(closed).containsExactlyInAnyOrder("t", "unopened");
  }

  @Test
  void forgettingAnOwnerLeavesNothingAndNobodyElsesAlone() {
    MemoryConversation other = conversation("bob", "c");
    journal.append(conversation, List.of(message("a")));
    journal.append(other, List.of(message("a")));
    journal.request(key, BackOff.DEFAULT);
    journal.count(key, "interval");
    journal.openTurn(conversation, "t");
    SaveLease lease = journal.acquire(key, LIFE).orElseThrow();

    journal.forget(new MemoryOwner(tenant, "ann"));

    assertThat(journal.begin(lease)).isFalse();
    assertThat(journal.pending(key)).isZero();
    assertThat(journal.pending(new SaveKey(other, "facts"))).isEqualTo(1);
    for (String table :
        List.of("adk_memory_conversation", "adk_memory_journal", "adk_memory_cursor")) {
      assertThat(rows(table)).as(table).isEqualTo(table.equals("adk_memory_cursor") ? 0 : 1);
    }
  }

  private MemoryConversation conversation(String subject, String id) {
    return new MemoryConversation(new MemoryOwner(tenant, subject), id);
  }

  private static MemoryMessage message(String id) {
    return MemoryMessage.text(id, MessageRole.USER, "text of " + id, AT);
  }
}

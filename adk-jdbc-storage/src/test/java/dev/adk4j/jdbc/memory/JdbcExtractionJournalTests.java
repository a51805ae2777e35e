package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.OnSharedDatabase;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.journal.ExtractionJournal.BackOff;
import dev.adk4j.memory.journal.ExtractionJournal.JournalEntry;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryPart;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
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
  void messagesComeBackAsTheyWere() {
    String tricky = "a\u0000b\ud800c\u0010d \uD83D\uDE00";
    MemoryMessage message =
        new MemoryMessage(
            "m-" + tricky,
            MessageRole.ASSISTANT,
            List.of(
                new MemoryPart.Text(tricky),
                new MemoryPart.Reasoning("because"),
                new MemoryPart.ToolUse("call", "weather", JsonValue.of(Map.of("city", "Oslo"))),
                new MemoryPart.ToolResult(
                    "call",
                    "rain",
                    true,
                    List.of(new MemoryPart.Media("i", "image", "image/png", "a.png")))),
            AT,
            Map.of("n", 1, "real", 0.25, "list", List.of("x", true)));

    journal.append(conversation, List.of(message));

    assertThat(open().unsaved(key, 0)).containsExactly(new JournalEntry(0, message));
  }

  @Test
  void concurrentWritersOfOneConversationGetNumbersWithoutGapsOrRepeats() throws Exception {
    int writers = 8;
    int each = 25;
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      JdbcExtractionJournal own = open();
      String prefix = "w" + w + "-";
      tasks.add(
          () -> {
            for (int n = 0; n < each; n++) {
              own.append(conversation, List.of(message(prefix + n)));
            }
            return null;
          });
    }
    runAll(tasks);

    assertThat(journal.unsaved(key, 0))
        .extracting(JournalEntry::seq)
        .containsExactlyElementsOf(LongStream.range(0, (long) writers * each).boxed().toList());
  }

  @Test
  void cursorDoesNotPassALateCommit() throws Exception {
    journal.append(conversation, List.of(message("first")));
    StorageConnections connections =
        StorageConnections.of(database.dataSource(), JdbcStorageOptions.DEFAULT);
    Captures captures = new Captures(new StorageSql(connections::table, connections.isPostgres()));
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Connection late = database.dataSource().getConnection()) {
      late.setAutoCommit(false);
      captures.append(late, ConversationKey.of(conversation), List.of(message("late")));
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
    storage
        .unitOfWork()
        .execute(
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
  void oneOfManyNodesGetsTheLease() throws Exception {
    journal.append(conversation, List.of(message("a")));
    journal.demand(key);
    List<Callable<Integer>> nodes = new ArrayList<>();
    for (int n = 0; n < 10; n++) {
      JdbcExtractionJournal node = open();
      nodes.add(() -> node.acquire(key, LIFE).isPresent() ? 1 : 0);
    }

    assertThat(runAll(nodes).stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
  }

  @Test
  void aDeadNodesLeaseIsTakenOverAndTheDeadChangeNothingAnyMore() {
    journal.append(conversation, List.of(message("a")));
    journal.demand(key);
    SaveLease dead = journal.acquire(key, LIFE).orElseThrow();
    assertThat(journal.begin(dead)).isTrue();
    JdbcExtractionJournal other = open();
    assertThat(other.acquire(key, LIFE)).isEmpty();
    assertThat(other.abandoned(List.of("facts"), 1000)).doesNotContain(key);

    MemoryTimes.pass(database, LIFE.plusSeconds(1));

    assertThat(other.abandoned(List.of("facts"), 1000)).contains(key);
    SaveLease taken = other.acquire(key, LIFE).orElseThrow();
    assertThat(other.begin(taken)).as("the request waits again").isTrue();
    assertThat(journal.commit(dead, 0, true)).isFalse();
    assertThat(journal.fail(dead, "late")).isZero();
    assertThat(journal.renew(dead, LIFE)).isFalse();
    assertThat(other.commit(taken, 0, true)).isTrue();
    assertThat(other.cursor(key).savedSeq()).isZero();
  }

  @Test
  void countsOfConcurrentNodesAddUp() throws Exception {
    List<Callable<Long>> nodes = new ArrayList<>();
    for (int n = 0; n < 8; n++) {
      JdbcExtractionJournal node = open();
      nodes.add(() -> node.count(key, "interval"));
    }
    assertThat(runAll(nodes)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
  }

  @Test
  void concurrentReportsOfOneTurnsEndCountOnce() throws Exception {
    journal.openTurn(conversation, "t");
    List<Callable<Integer>> nodes = new ArrayList<>();
    for (int n = 0; n < 6; n++) {
      JdbcExtractionJournal node = open();
      nodes.add(() -> node.closeTurn(conversation, "t") ? 1 : 0);
      nodes.add(() -> node.closeTurn(conversation, "unopened") ? 1 : 0);
    }
    assertThat(runAll(nodes).stream().mapToInt(Integer::intValue).sum()).isEqualTo(2);
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
      assertThat(
              database.count("select count(*) from " + table + " where tenant = '" + tenant + "'"))
          .as(table)
          .isEqualTo(table.equals("adk_memory_cursor") ? 0 : 1);
    }
  }

  private static <T> List<T> runAll(List<Callable<T>> tasks) throws Exception {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<T> results = new ArrayList<>();
      for (Future<T> future : executor.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    }
  }

  private MemoryConversation conversation(String subject, String id) {
    return new MemoryConversation(new MemoryOwner(tenant, subject), id);
  }

  private static MemoryMessage message(String id) {
    return MemoryMessage.text(id, MessageRole.USER, "text of " + id, AT);
  }
}

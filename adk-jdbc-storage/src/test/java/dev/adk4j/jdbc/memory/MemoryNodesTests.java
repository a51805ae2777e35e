package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.jdbc.OnEachDatabase;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryEntry;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MessageMemoryStore;
import dev.adk4j.memory.store.MessageMemoryStore.AddMessagesContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.memory.store.StoreExtractionSettings;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Two applications over one database. */
class MemoryNodesTests extends OnEachDatabase {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Scope scope = Scope.of("tenant-" + Ids.next(), "ann", "c");

  @Test
  void neverExtractTheSameBatchAtTheSameTimeNorLeaveAnythingOut() throws Exception {
    int turns = 20;
    Watched store = new Watched();
    try (MemoryNode one = new MemoryNode(database, store, MemoryNode.LONG_LEASE);
        MemoryNode two = new MemoryNode(database, store, MemoryNode.LONG_LEASE);
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (MemoryNode node : List.of(one, two)) {
        executor.submit(
            () -> {
              for (int n = 0; n < turns; n++) {
                node.turn(scope, Ids.next());
              }
            });
      }
      executor.shutdown();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(executor.isTerminated()).isTrue();
                assertThat(one.memory().backlog().get("watched").messages()).isZero();
              });
    }
    assertThat(store.mostAtOnce.get()).isEqualTo(1);
    assertThat(store.numbers)
        .as("each message once and in order")
        .containsExactlyElementsOf(LongStream.range(0, 4L * turns).boxed().toList());
    System.out.printf(
        "%s: 2 nodes, %d turns of one conversation, %d messages in %d batches, at most %d at a"
            + " time, none twice%n",
        kind, 2 * turns, store.numbers.size(), store.batches.get(), store.mostAtOnce.get());
  }

  @Test
  void secondNodeTakesOverTheWorkOfADeadOne() {
    Watched store = new Watched();
    SaveKey key = new SaveKey(MemoryConversation.of(scope).orElseThrow(), "watched");
    SaveLease lease;
    JdbcExtractionJournal dead;
    try (MemoryNode first = new MemoryNode(database, new Watched(), MemoryNode.LONG_LEASE)) {
      dead = first.journal();
      first.turn(scope, "m");
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(first.memory().backlog().get("watched").messages()).isZero();
                assertThat(dead.cursor(key).leased()).as("given back").isFalse();
              });
      first.memory().close();
      dead.append(
          key.conversation(),
          List.of(
              MemoryMessage.text(
                  "unsaved",
                  dev.adk4j.primitive.MessageRole.USER,
                  "text",
                  java.time.Instant.EPOCH)));
      dead.demand(key);
      lease = dead.acquire(key, MemoryNode.LONG_LEASE).orElseThrow();
      assertThat(dead.begin(lease)).isTrue();
    }
    MemoryTimes.pass(database, MemoryNode.LONG_LEASE.plusSeconds(1));
    try (MemoryNode second = new MemoryNode(database, store, MemoryNode.LONG_LEASE)) {
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(store.numbers).containsExactly(2L));
      assertThat(dead.commit(lease, 99, true)).as("the dead comes back").isFalse();
      await().atMost(PATIENCE).until(() -> second.journal().cursor(key).savedSeq() == 2);
    }
  }

  /** Sees how many batches it is given at a time. */
  private static final class Watched implements MessageMemoryStore {

    final List<Long> numbers = new CopyOnWriteArrayList<>();
    final AtomicInteger batches = new AtomicInteger();
    final AtomicInteger mostAtOnce = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();

    @Override
    public String name() {
      return "watched";
    }

    @Override
    public boolean writable() {
      return true;
    }

    @Override
    public Optional<StoreExtractionSettings> extraction() {
      return Optional.of(
          StoreExtractionSettings.DEFAULT.withTriggers(new ExtractionTrigger.InvocationTrigger()));
    }

    @Override
    public Object addMessages(List<MemoryMessage> messages, AddMessagesContext context) {
      mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
      try {
        batches.incrementAndGet();
        Thread.yield();
        numbers.addAll(context.sequenceNumbers());
        return messages.size();
      } finally {
        running.decrementAndGet();
      }
    }

    @Override
    public List<MemoryEntry> search(String query, SearchOptions options) {
      return List.of();
    }
  }
}

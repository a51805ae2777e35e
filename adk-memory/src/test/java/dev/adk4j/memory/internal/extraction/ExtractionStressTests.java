package dev.adk4j.memory.internal.extraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.memory.FakeStore;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import dev.adk4j.memory.store.ExtractionTrigger;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.StoreExtractionSettings;
import dev.adk4j.primitive.MessageRole;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Timeout;

/**
 * Many turns of many conversations at once, over two managers that share a journal, into stores
 * that fail now and then.
 */
@Timeout(120)
class ExtractionStressTests {

  private static final int CONVERSATIONS = 8;
  private static final int TURNS = 30;

  private final Map<String, List<Long>> delivered = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> writing = new ConcurrentHashMap<>();
  private final List<String> overlaps = new CopyOnWriteArrayList<>();

  @RepeatedTest(3)
  void nothingIsLostNorCommittedTwice(RepetitionInfo repetition) throws Exception {
    Random random = new Random(repetition.getCurrentRepetition());
    InMemoryExtractionJournal journal = new InMemoryExtractionJournal();
    MemoryManager one = manager(journal, random.nextLong());
    MemoryManager two = manager(journal, random.nextLong());
    List<Thread> speakers = new ArrayList<>();
    for (int c = 0; c < CONVERSATIONS; c++) {
      MemoryConversation talk =
          new MemoryConversation(new MemoryOwner("acme", "user" + c % 3), "c" + c);
      for (MemoryManager manager : List.of(one, two)) {
        String node = manager == one ? "one" : "two";
        speakers.add(Thread.ofVirtual().start(() -> speak(manager, node, talk)));
      }
    }
    for (Thread speaker : speakers) {
      speaker.join();
    }
    for (int i = 0; i < 50 && pending(one) > 0; i++) {
      one.flush(Duration.ofSeconds(30));
      two.flush(Duration.ofSeconds(30));
    }
    assertThat(pending(one)).isZero();
    assertThat(overlaps).as("saves of one conversation into one store at the same time").isEmpty();
    assertThat(delivered).hasSize(CONVERSATIONS * 2);
    delivered.forEach(
        (key, numbers) -> {
          assertThat(numbers).as(key).isSorted().doesNotHaveDuplicates();
          assertThat(numbers).as(key).hasSize(TURNS * 2 * 2);
        });
    one.close();
    two.close();
  }

  private static long pending(MemoryManager manager) {
    return manager.backlog().values().stream().mapToLong(backlog -> backlog.messages()).sum();
  }

  private static void speak(MemoryManager manager, String node, MemoryConversation talk) {
    for (int turn = 0; turn < TURNS; turn++) {
      String id = node + "-" + talk.id() + "-" + turn;
      manager.extraction().turnStarted(talk, id);
      manager.extraction().capture(talk, List.of(text(id + "-u", MessageRole.USER)));
      manager.extraction().capture(talk, List.of(text(id + "-a", MessageRole.ASSISTANT)));
      manager.extraction().turnEnded(talk, id);
    }
  }

  private static MemoryMessage text(String id, MessageRole role) {
    return MemoryMessage.text(id, role, id, Instant.EPOCH);
  }

  private MemoryManager manager(InMemoryExtractionJournal journal, long seed) {
    return MemoryManager.builder()
        .store(store("a", new Random(seed), StoreExtractionSettings.DEFAULT))
        .store(
            store(
                "b",
                new Random(seed + 1),
                StoreExtractionSettings.DEFAULT.withTriggers(
                    new ExtractionTrigger.InvocationTrigger(),
                    new ExtractionTrigger.IntervalTrigger(3))))
        .journal(journal)
        .build();
  }

  /** A try that fails has no effect, so what was delivered is what was committed. */
  private FakeStore.Raw store(String name, Random random, StoreExtractionSettings config) {
    FakeStore.Raw store = new FakeStore.Raw(name);
    store.extraction = Optional.of(config);
    store.take =
        (messages, context) -> {
          String key = name + " " + context.conversation().id();
          AtomicInteger here = writing.computeIfAbsent(key, k -> new AtomicInteger());
          if (here.incrementAndGet() > 1) {
            overlaps.add(key);
          }
          try {
            Thread.yield();
            if (random.nextInt(4) == 0) {
              throw new java.io.IOException("now and then");
            }
            Set<Long> fresh = new HashSet<>(context.sequenceNumbers());
            assertThat(fresh).hasSameSizeAs(context.sequenceNumbers());
            delivered
                .computeIfAbsent(key, k -> new CopyOnWriteArrayList<>())
                .addAll(context.sequenceNumbers());
          } finally {
            here.decrementAndGet();
          }
        };
    return store;
  }
}

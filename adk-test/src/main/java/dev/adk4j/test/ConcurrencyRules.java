package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.StoredRow;
import dev.adk4j.test.internal.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for concurrent calls. */
interface ConcurrencyRules {

  @ForEveryKind
  default <T> void everyRecordOfManyWritersIsStoredOnce(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<List<T>> records = new ArrayList<>();
    for (int thread = 0; thread < Together.THREADS; thread++) {
      records.add(new ArrayList<>());
      for (int i = 0; i < Together.EACH; i++) {
        records.get(thread).add(storage.sample(kind, thread + "-" + i));
      }
    }
    Together.run(Together.THREADS, thread -> storage.storeAll(kind, records.get(thread)));
    List<String> ids = storage.ids(kind);
    assertThat(ids).hasSize(Together.THREADS * Together.EACH).doesNotHaveDuplicates();
    for (List<T> written : records) {
      List<String> order = written.stream().map(kind.idOf()).toList();
      assertThat(ids.stream().filter(order::contains).toList())
          .as("a writer's own order")
          .isEqualTo(order);
    }
  }

  @ForEveryKind
  default <T> void theSameRecordStoredByManyIsStoredOnce(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    for (int round = 0; round < 5; round++) {
      T same = storage.sample(kind, "r" + round);
      Together.run(Together.THREADS, thread -> storage.store(kind, same));
    }
    assertThat(storage.ids(kind)).containsExactly("r0", "r1", "r2", "r3", "r4");
  }

  @ForEveryKind
  default <T> void storesOneOfSeveralRecordsWithOneId(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> rivals = rivals(kind, "a", storage);
    AtomicInteger winner = new AtomicInteger(-1);
    AtomicInteger conflicts = new AtomicInteger();
    Together.run(
        Together.THREADS,
        thread -> {
          try {
            storage.store(kind, rivals.get(thread));
            assertThat(winner.getAndSet(thread)).as("only one store succeeds").isEqualTo(-1);
          } catch (AdkException e) {
            assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_STORAGE_CONFLICT);
            conflicts.incrementAndGet();
          }
        });
    assertThat(conflicts).hasValue(Together.THREADS - 1);
    storage.assertStored(kind, List.of(rivals.get(winner.get())));
  }

  @ForEveryKind
  default <T> void mutatingByManyLeavesOneOfTheValuesInItsPlace(
      RecordKind<T> kind, StorageFixture storage) throws Exception {
    storage.stored(kind, "a", "b", "c");
    List<T> rivals = rivals(kind, "b", storage);
    Together.run(Together.THREADS, thread -> storage.mutate(kind, rivals.get(thread)));
    assertThat(storage.ids(kind)).containsExactly("a", "b", "c");
    assertThat(rivals.stream().map(Portrait::of)).contains(Portrait.of(storage.fetch(kind).get(1)));
  }

  @ForEveryKind
  default <T> void mutatingAnUnknownIdByManyStoresItOnce(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> rivals = rivals(kind, "a", storage);
    Together.run(Together.THREADS, thread -> storage.mutate(kind, rivals.get(thread)));
    assertThat(storage.ids(kind)).containsExactly("a");
  }

  @Test
  default void oneInstructionStoredByManyIsStoredOnce(StorageFixture storage) throws Exception {
    Together.run(Together.THREADS, thread -> storage.storeInstructions("a"));
    assertThat(storage.instructions()).containsExactly("a");
  }

  @Test
  default void readersNeverSeeAMixture(StorageFixture storage) throws Exception {
    storage.stored(RecordKind.MESSAGE, "a", "b");
    List<Message> versions = rivals(RecordKind.MESSAGE, "a", storage);
    storage.mutate(RecordKind.MESSAGE, versions.getFirst());
    List<String> whole = versions.stream().map(Portrait::of).toList();
    Together.run(
        4,
        thread -> {
          for (int i = 0; i < Together.EACH; i++) {
            if (thread == 0) {
              storage.mutate(RecordKind.MESSAGE, versions.get(i % versions.size()));
            } else {
              List<Message> seen = storage.fetch(RecordKind.MESSAGE);
              assertThat(seen).hasSize(2);
              assertThat(whole).contains(Portrait.of(seen.getFirst()));
            }
          }
        });
  }

  @Test
  default void conversationsDoNotMixWhenWrittenTogether(StorageFixture storage) throws Exception {
    List<AgentContext> conversations = new ArrayList<>();
    for (int i = 0; i < Together.THREADS; i++) {
      conversations.add(AgentContexts.forScope(storage.scope.withConversation("c" + i)));
    }
    Together.run(
        Together.THREADS,
        thread -> {
          for (int i = 0; i < Together.EACH; i++) {
            storage.storage.storeMessage(
                conversations.get(thread), Samples.userMessage("m" + i, "of " + thread));
          }
        });
    for (int i = 0; i < Together.THREADS; i++) {
      String text = "of " + i;
      assertThat(storage.fetch(RecordKind.MESSAGE, conversations.get(i)))
          .hasSize(Together.EACH)
          .allSatisfy(message -> AdkAssertions.assertThat(message).hasText(text));
    }
  }

  @Test
  default void numbersOfManyWritersHaveNoGap(StorageFixture storage) throws Exception {
    assumeTrue(storage.log() != null, "the storage does not expose its numbers");
    Together.run(
        Together.THREADS,
        thread -> {
          for (int i = 0; i < Together.EACH; i++) {
            String id = thread + "-" + i;
            storage.store(RecordKind.MESSAGE, Samples.userMessage(id, "text"));
            storage.store(RecordKind.MESSAGE, Samples.userMessage("same", "text"));
            storage.store(RecordKind.THOUGHT, Samples.thought(id, "text"));
          }
        });
    List<StoredRow> log = storage.log();
    assertThat(log)
        .extracting(StoredRow::number)
        .isEqualTo(OrderRules.numbers(Together.THREADS * Together.EACH * 2 + 1));
  }

  /** Returns a different record with the same id for each thread. */
  private static <T> List<T> rivals(RecordKind<T> kind, String id, StorageFixture storage) {
    return Stream.generate(() -> storage.sample(kind, id)).limit(Together.THREADS).toList();
  }
}

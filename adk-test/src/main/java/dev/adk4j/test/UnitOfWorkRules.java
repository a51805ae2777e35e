package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.storage.StoredRow;
import dev.adk4j.test.internal.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Rules for storages with a unit of work: all of its writes are stored, or none. */
interface UnitOfWorkRules {

  @Test
  default void theWritesOfAUnitAreStoredTogether(StorageFixture storage) throws Exception {
    List<Message> messages = storage.samples(RecordKind.MESSAGE, "a", "b");
    storage.inUnit(
        () -> {
          storage.storeAll(RecordKind.MESSAGE, messages);
          storage.storeInstructions("i");
        });
    storage.assertStored(RecordKind.MESSAGE, messages);
    assertThat(storage.instructions()).containsExactly("i");
  }

  @ForEveryKind
  default <T> void aFailedUnitLeavesEverythingAsItWas(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> before = storage.stored(kind, "a", "b", "c");
    storage.storeInstructions("kept");
    storage.inFailingUnit(
        () -> {
          storage.store(kind, storage.sample(kind, "new"));
          storage.mutate(kind, storage.sample(kind, "b"));
          storage.delete(kind, "a");
          storage.store(kind, storage.sample(kind, "a"));
          storage.delete(kind, "c");
          storage.mutate(kind, storage.sample(kind, "new"));
          storage.storeInstructions("dropped");
          storage.deleteInstruction("kept");
        });
    storage.assertStored(kind, before);
    assertThat(storage.instructions()).containsExactly("kept");
    T after = storage.sample(kind, "new");
    storage.store(kind, after);
    storage.assertStored(kind, List.of(before.get(0), before.get(1), before.get(2), after));
  }

  @Test
  default void anErrorTakesAUnitBackToo(StorageFixture storage) throws Exception {
    StorageUnitOfWork unit = storage.unit();
    AssertionError failure = new AssertionError("stop");
    assertThatThrownBy(
            () ->
                unit.execute(
                    storage.ctx,
                    () -> {
                      storage.storeInstructions("dropped");
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThat(storage.instructions()).isEmpty();
  }

  @ForEveryKind
  default <T> void aConflictTakesTheWholeUnitBack(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    StorageUnitOfWork unit = storage.unit();
    List<T> before = storage.stored(kind, "a");
    T different = storage.sample(kind, "a");
    AdkAssertions.assertThrown(
            () ->
                unit.execute(
                    storage.ctx,
                    () -> {
                      storage.store(kind, storage.sample(kind, "b"));
                      storage.store(kind, different);
                    }))
        .hasCode(AdkErrorCode.E_STORAGE_CONFLICT);
    storage.assertStored(kind, before);
  }

  @Test
  default void whatATaskAfterTheCommitThrowsReachesNobody(StorageFixture storage) throws Exception {
    StorageUnitOfWork unit = storage.unit();
    List<String> run = new ArrayList<>();
    unit.execute(
        storage.ctx,
        () -> {
          storage.storeInstructions("kept");
          unit.afterCommit(
              () -> {
                throw new AssertionError("of a task after the commit");
              });
          unit.afterCommit(() -> run.add("next"));
        });
    unit.afterCommit(
        () -> {
          throw new IllegalStateException("of a task without a unit");
        });
    assertThat(storage.instructions()).containsExactly("kept");
    assertThat(run).containsExactly("next");
  }

  @Test
  default void aUnitReadsItsOwnWrites(StorageFixture storage) throws Exception {
    Message message = storage.sample(RecordKind.MESSAGE, "a");
    storage.inUnit(
        () -> {
          storage.store(RecordKind.MESSAGE, message);
          assertThat(storage.storage.fetchMessages(storage.ctx))
              .extracting(Message::id)
              .containsExactly("a");
        });
  }

  @Test
  default void rolledBackWritesAreNeverRead(StorageFixture storage) throws Exception {
    List<Future<List<Message>>> readers = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      storage.inFailingUnit(
          () -> {
            storage.store(RecordKind.MESSAGE, storage.sample(RecordKind.MESSAGE, "a"));
            CompletableFuture<Void> began = new CompletableFuture<>();
            for (int i = 0; i < 8; i++) {
              readers.add(
                  executor.submit(
                      () -> {
                        began.complete(null);
                        return storage.storage.fetchMessages(storage.ctx);
                      }));
            }
            // A reader may wait for the unit, so the unit must not wait for a reader to finish.
            began.get(120, TimeUnit.SECONDS);
          });
      for (Future<List<Message>> reader : readers) {
        assertThat(reader.get(120, TimeUnit.SECONDS)).isEmpty();
      }
    }
  }

  @Test
  default void concurrentUnitsDoNotDisturbEachOther(StorageFixture storage) throws Exception {
    Together.run(
        Together.THREADS,
        thread -> {
          for (int i = 0; i < 10; i++) {
            String id = thread + "-" + i;
            boolean fails = i % 3 == 1;
            try {
              storage.inUnit(
                  () -> {
                    storage.store(RecordKind.MESSAGE, Samples.userMessage(id, "text"));
                    storage.store(RecordKind.THOUGHT, Samples.thought(id, "text"));
                    storage.store(RecordKind.MEMORY, Samples.memory(id, "text"));
                    if (fails) {
                      throw new ExecutionException("stop", null);
                    }
                  });
            } catch (ExecutionException e) {
              assertThat(fails).isTrue();
            }
          }
        });
    List<String> expected = new ArrayList<>();
    for (int thread = 0; thread < Together.THREADS; thread++) {
      for (int i = 0; i < 10; i++) {
        if (i % 3 != 1) {
          expected.add(thread + "-" + i);
        }
      }
    }
    assertThat(storage.ids(RecordKind.MESSAGE)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(storage.ids(RecordKind.THOUGHT)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(storage.ids(RecordKind.MEMORY)).containsExactlyInAnyOrderElementsOf(expected);
    List<StoredRow> log = storage.log();
    if (log != null) {
      assertThat(log)
          .extracting(StoredRow::number)
          .isEqualTo(OrderRules.numbers(expected.size() * 2));
    }
  }
}

package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.storage.StoredRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Rules for the order of fetched records. */
interface OrderRules {

  @ForEveryKind
  default <T> void recordsComeInTheOrderTheyWereStored(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    // Neither ids nor the random times of the samples follow this order.
    String[] ids = {"m", "z", "a", "10", "9", "B", "b", "1"};
    storage.stored(kind, ids);
    assertThat(storage.ids(kind)).containsExactly(ids);
  }

  @ForEveryKind
  default <T> void mutatingDoesNotMoveARecord(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    storage.stored(kind, "c", "a", "b");
    storage.mutate(kind, storage.sample(kind, "a"));
    storage.mutate(kind, storage.sample(kind, "c"));
    assertThat(storage.ids(kind)).containsExactly("c", "a", "b");
  }

  @ForEveryKind
  default <T> void storingAgainDoesNotMoveARecord(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> records = storage.stored(kind, "c", "a", "b");
    storage.store(kind, records.getFirst());
    assertThat(storage.ids(kind)).containsExactly("c", "a", "b");
  }

  @ForEveryKind
  default <T> void deletingDoesNotReorder(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    storage.stored(kind, "d", "c", "b", "a");
    storage.delete(kind, "c");
    storage.stored(kind, "e", "c");
    assertThat(storage.ids(kind)).containsExactly("d", "b", "a", "e", "c");
  }

  @Test
  default void numbersRecordsOfAllKindsWithoutAGap(StorageFixture storage) throws Exception {
    assumeTrue(storage.log() != null, "the storage does not expose its numbers");
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      for (RecordKind<?> kind : RecordKind.NUMBERED) {
        storeTwice(kind, kind.name() + i, storage);
        order.add(kind.name() + i);
      }
      storage.mutate(RecordKind.THOUGHT, storage.sample(RecordKind.THOUGHT, "thought0"));
      storage.mutate(RecordKind.MESSAGE, storage.sample(RecordKind.MESSAGE, "new" + i));
      order.add("new" + i);
      // Kinds with their own numbering use no number of the conversation's.
      storage.store(RecordKind.RETRIEVABLE, storage.sample(RecordKind.RETRIEVABLE, "r" + i));
      storage.store(RecordKind.MEMORY, storage.sample(RecordKind.MEMORY, "m" + i));
    }
    List<StoredRow> log = storage.log();
    assertThat(log).extracting(StoredRow::id).isEqualTo(order);
    assertThat(log).extracting(StoredRow::number).containsExactlyElementsOf(numbers(order.size()));
  }

  static List<Long> numbers(int count) {
    return LongStream.rangeClosed(1, count).boxed().toList();
  }

  private static <T> void storeTwice(RecordKind<T> kind, String id, StorageFixture storage)
      throws Exception {
    T sample = storage.sample(kind, id);
    storage.store(kind, sample);
    storage.store(kind, sample);
  }
}

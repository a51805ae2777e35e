package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import java.util.ArrayList;
import java.util.List;

/** Rules for storing, mutating, deleting and fetching each kind of record. */
interface RecordRules {

  @ForEveryKind
  default <T> void nothingIsStoredInAFreshScope(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    assertThat(storage.fetch(kind)).isEmpty();
  }

  @ForEveryKind
  default <T> void aStoredRecordIsFetched(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    T stored = storage.sample(kind, "a");
    storage.assertComeBack(kind, List.of(stored));
  }

  @ForEveryKind
  default <T> void storingTheSameRecordAgainChangesNothing(
      RecordKind<T> kind, StorageFixture storage) throws Exception {
    List<T> records = storage.stored(kind, "a", "b");
    storage.store(kind, records.getFirst());
    storage.assertStored(kind, records);
  }

  @ForEveryKind
  default <T> void storingAFetchedRecordChangesNothing(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> records = storage.stored(kind, "a", "b");
    storage.storeAll(kind, storage.fetch(kind));
    storage.assertStored(kind, records);
  }

  @ForEveryKind
  default <T> void storingADifferentRecordUnderTheSameIdIsAConflict(
      RecordKind<T> kind, StorageFixture storage) throws Exception {
    List<T> records = storage.stored(kind, "a", "b");
    T different = storage.sample(kind, "a");
    AdkAssertions.assertThrown(() -> storage.store(kind, different))
        .hasCode(AdkErrorCode.E_STORAGE_CONFLICT)
        .hasStatus(409)
        .isNotFatal();
    storage.assertStored(kind, records);
    T next = storage.sample(kind, "c");
    storage.store(kind, next);
    storage.assertStored(kind, List.of(records.get(0), records.get(1), next));
  }

  @ForEveryKind
  default <T> void mutatingReplacesTheRecordInItsPlace(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> records = storage.stored(kind, "a", "b", "c");
    T changed = storage.sample(kind, "b");
    storage.mutate(kind, changed);
    storage.assertStored(kind, List.of(records.get(0), changed, records.get(2)));
  }

  @ForEveryKind
  default <T> void mutatingTwiceKeepsTheLastValue(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    storage.store(kind, storage.sample(kind, "a"));
    storage.mutate(kind, storage.sample(kind, "a"));
    T last = storage.sample(kind, "a");
    storage.mutate(kind, last);
    storage.mutate(kind, last);
    storage.assertStored(kind, List.of(last));
  }

  @ForEveryKind
  default <T> void mutatingAnUnknownIdStoresTheRecordAtTheEnd(
      RecordKind<T> kind, StorageFixture storage) throws Exception {
    T first = storage.sample(kind, "b");
    storage.store(kind, first);
    T added = storage.sample(kind, "a");
    storage.mutate(kind, added);
    storage.assertStored(kind, List.of(first, added));
  }

  @ForEveryKind
  default <T> void comparesAStoreWithTheMutatedRecord(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    T first = storage.sample(kind, "a");
    storage.store(kind, first);
    T changed = storage.sample(kind, "a");
    storage.mutate(kind, changed);
    storage.store(kind, changed);
    AdkAssertions.assertThrown(() -> storage.store(kind, first))
        .hasCode(AdkErrorCode.E_STORAGE_CONFLICT);
    storage.assertStored(kind, List.of(changed));
  }

  @ForEveryKind
  default <T> void deletingRemovesThatRecordOnly(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> records = storage.stored(kind, "a", "b", "c");
    storage.delete(kind, "b");
    storage.assertStored(kind, List.of(records.get(0), records.get(2)));
  }

  @ForEveryKind
  default <T> void deletingAnUnknownIdChangesNothing(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> records = storage.samples(kind, "a");
    storage.delete(kind, "b");
    storage.storeAll(kind, records);
    storage.delete(kind, "b");
    storage.assertStored(kind, records);
  }

  @ForEveryKind
  default <T> void aDeletedIdCanBeStoredAgainAtTheEnd(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> records = storage.stored(kind, "a", "b");
    storage.delete(kind, "a");
    storage.delete(kind, "a");
    T again = storage.sample(kind, "a");
    storage.store(kind, again);
    storage.assertStored(kind, List.of(records.get(1), again));
  }

  @ForEveryKind
  default <T> void kindsShareNoIds(RecordKind<T> kind, StorageFixture storage) throws Exception {
    T stored = storage.sample(kind, "same");
    storage.store(kind, stored);
    for (RecordKind<?> other : RecordKind.ALL) {
      if (other != kind) {
        storage.delete(other, "same");
        storeSample(other, "same", storage);
      }
    }
    storage.assertStored(kind, List.of(stored));
  }

  @ForEveryKind
  default <T> void idsAreTakenLiterally(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    String[] ids = TrickyTexts.IDS.toArray(String[]::new);
    List<T> records = new ArrayList<>(storage.samples(kind, ids));
    storage.assertComeBack(kind, records);
    for (String id : ids) {
      storage.delete(kind, id);
      records.removeFirst();
      assertThat(storage.ids(kind))
          .as("after deleting the id '%s'", id)
          .isEqualTo(records.stream().map(kind.idOf()).toList());
    }
  }

  @ForEveryKind
  default <T> void aFetchedListIsNotTheStorageItself(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> records = storage.stored(kind, "a", "b");
    try {
      kind.fetch(storage.storage, storage.ctx).clear();
    } catch (UnsupportedOperationException e) {
      return; // an unmodifiable list
    }
    storage.assertStored(kind, records);
  }

  private static <T> void storeSample(RecordKind<T> kind, String id, StorageFixture storage)
      throws Exception {
    storage.store(kind, storage.sample(kind, id));
  }
}

package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.storage.StoredRow;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Storage under test with a unique scope, and helpers to call it. Each test has a separate
 * instance.
 */
final class StorageFixture {

  final StorageTests tests;
  final PersistentStorage storage;
  private final String run = Ids.next();
  final Scope scope = Scope.of("tenant-" + run, "subject-" + run, "conversation-" + run);
  final AgentContext ctx = AgentContexts.forScope(scope);

  /** Source of random records with bytes in the storage under test, in {@link #scope}. */
  final RandomPrimitives samples;

  StorageFixture(StorageTests tests, PersistentStorage storage) {
    this.tests = tests;
    this.storage = storage;
    this.samples = new RandomPrimitives(new Random(20_260_101L), new ConduitContent(storage, ctx));
  }

  <T> T sample(RecordKind<T> kind, String id) {
    return kind.sample().apply(samples, id);
  }

  <T> List<T> samples(RecordKind<T> kind, String... ids) {
    return Stream.of(ids).map(id -> sample(kind, id)).toList();
  }

  <T> void store(RecordKind<T> kind, T stored) throws Exception {
    kind.store(storage, ctx, stored);
  }

  <T> void storeAll(RecordKind<T> kind, List<T> stored) throws Exception {
    for (T one : stored) {
      store(kind, one);
    }
  }

  /** Stores new samples with these ids and returns them. */
  <T> List<T> stored(RecordKind<T> kind, String... ids) throws Exception {
    List<T> samples = samples(kind, ids);
    storeAll(kind, samples);
    return samples;
  }

  <T> void mutate(RecordKind<T> kind, T changed) throws Exception {
    kind.mutate(storage, ctx, changed);
  }

  void delete(RecordKind<?> kind, String id) throws Exception {
    kind.delete(storage, ctx, id);
  }

  /** Fetches the records of {@link #scope} through a reopened storage. */
  <T> List<T> fetch(RecordKind<T> kind) throws Exception {
    return fetch(kind, ctx);
  }

  <T> List<T> fetch(RecordKind<T> kind, AgentContext other) throws Exception {
    return kind.fetch(tests.reopen(storage), other);
  }

  <T> List<String> ids(RecordKind<T> kind) throws Exception {
    return fetch(kind).stream().map(kind.idOf()).toList();
  }

  /** Stores the records and requires that exactly these are fetched. */
  <T> void assertComeBack(RecordKind<T> kind, List<T> records) throws Exception {
    storeAll(kind, records);
    assertStored(kind, records);
  }

  /** Stores a sample with each of the values and requires that exactly these are fetched. */
  <T, V> void assertEachComesBack(RecordKind<T> kind, List<V> values, BiFunction<T, V, T> change)
      throws Exception {
    List<T> records = new ArrayList<>();
    for (V value : values) {
      records.add(change.apply(sample(kind, "r" + records.size()), value));
    }
    assertComeBack(kind, records);
  }

  <T> void assertStored(RecordKind<T> kind, List<T> expected) throws Exception {
    assertStored(kind, ctx, expected);
  }

  /**
   * Requires that exactly these records are stored, in this order, equal in every field and in
   * their bytes.
   */
  <T> void assertStored(RecordKind<T> kind, AgentContext other, List<T> expected) throws Exception {
    Portrait.assertEqual(fetch(kind, other), expected);
  }

  /** Returns contexts with the scopes of other owners. */
  List<AgentContext> foreign(RecordKind.Owner owner) {
    return List.of(
        AgentContexts.forScope(owner.in(scope, "other-" + run)),
        AgentContexts.forScope(scope.withTenant("other-" + run)));
  }

  /**
   * Returns a context of the same owner whose scope differs in a part that does not identify the
   * owner.
   */
  AgentContext sameOwner(RecordKind.Owner owner) {
    return AgentContexts.forScope(owner.other().in(scope, "other-" + run));
  }

  /** Returns a context whose scope has no owner. */
  AgentContext without(RecordKind.Owner owner) {
    return AgentContexts.forScope(owner.in(scope, null));
  }

  List<String> instructions(AgentContext other) throws Exception {
    return tests.reopen(storage).refreshStandingInstructions(other).stream()
        .map(Tokenizable::value)
        .toList();
  }

  List<String> instructions() throws Exception {
    return instructions(ctx);
  }

  void storeInstructions(String... texts) throws Exception {
    for (String text : texts) {
      storage.storeStandingInstruction(ctx, Tokenizable.of(text));
    }
  }

  /** Sets the instructions of the tenant; skips the test if the storage has none of tenants. */
  void setTenantInstructions(String... texts) throws Exception {
    List<Tokenizable> all = Stream.of(texts).map(Tokenizable::of).toList();
    boolean offered = tests.setTenantStandingInstructions(storage, scope.tenant(), all);
    assumeTrue(offered, "the storage has no standing instructions of tenants");
  }

  void mutateInstruction(String text) throws Exception {
    storage.mutateStandingInstruction(ctx, Tokenizable.of(text));
  }

  void deleteInstruction(String text) throws Exception {
    storage.deleteStandingInstruction(ctx, Tokenizable.of(text));
  }

  /** Returns the storage's unit of work; skips the test if it has none. */
  StorageUnitOfWork unit() {
    StorageUnitOfWork unit = storage.unitOfWork();
    assumeTrue(unit != null, "the storage has no unit of work");
    return unit;
  }

  void inUnit(StorageUnitOfWork.Writes writes) throws Exception {
    unit().execute(ctx, writes);
  }

  /** Runs the writes in a unit that fails after them, and requires that its failure is thrown. */
  void inFailingUnit(StorageUnitOfWork.Writes writes) throws Exception {
    StorageUnitOfWork unit = unit();
    Exception failure = new Exception("stop");
    assertThatThrownBy(
            () ->
                unit.execute(
                    ctx,
                    () -> {
                      writes.run();
                      throw failure;
                    }))
        .isSameAs(failure);
  }

  MediaReader media(String id, ByteSource bytes) throws Exception {
    return storage.storeMediaBytes(ctx, id, bytes);
  }

  SpoolReader spool(String id, ByteSource text) throws Exception {
    return storage.storeRetrievableBytes(ctx, id, text);
  }

  /** Returns the spool store of a turn in {@link #scope}; null if the storage has none. */
  @Nullable ByteStore<SpoolReader> spoolStore() {
    SpoolStoreFactory stores = tests.spoolStores(storage);
    return stores == null ? null : stores.forScope(scope);
  }

  /**
   * Returns the numbered rows of {@link #scope}'s conversation; null if the storage does not expose
   * them.
   */
  @Nullable List<StoredRow> log() throws Exception {
    return tests.log(storage, scope);
  }
}

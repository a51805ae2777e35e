package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.CallbackKey.Verb;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.value.Scope;
import java.util.List;

/** Rules for isolation: no scope reads, changes or discovers records of another scope. */
interface IsolationRules {

  @ForEveryKind
  default <T> void foreignRecordsAreNotFetched(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    storage.store(kind, storage.sample(kind, "a"));
    for (AgentContext foreign : storage.foreign(kind.owner())) {
      assertThat(storage.fetch(kind, foreign)).as("from %s", foreign.scope()).isEmpty();
    }
  }

  @ForEveryKind
  default <T> void deletingAForeignIdChangesNothing(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> own = storage.stored(kind, "a");
    for (AgentContext foreign : storage.foreign(kind.owner())) {
      kind.delete(storage.storage, foreign, "a");
      storage.assertStored(kind, own);
    }
  }

  @ForEveryKind
  default <T> void aForeignIdIsFreeToStore(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    writesBesideAForeignId(kind, Verb.STORE, storage);
  }

  @ForEveryKind
  default <T> void mutatingAForeignIdStoresARecordOfOnesOwn(
      RecordKind<T> kind, StorageFixture storage) throws Exception {
    writesBesideAForeignId(kind, Verb.MUTATE, storage);
  }

  private static <T> void writesBesideAForeignId(
      RecordKind<T> kind, Verb verb, StorageFixture storage) throws Exception {
    List<T> own = storage.stored(kind, "a");
    for (AgentContext foreign : storage.foreign(kind.owner())) {
      T theirs = sampleFor(kind, "a", foreign, storage);
      kind.write(verb, storage.storage, foreign, theirs);
      storage.assertStored(kind, foreign, List.of(theirs));
      storage.assertStored(kind, own);
    }
  }

  @ForEveryKind
  default <T> void theOtherPartOfTheScopeDoesNotMatter(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    List<T> own = storage.stored(kind, "a");
    AgentContext same = storage.sameOwner(kind.owner());
    storage.assertStored(kind, same, own);
    kind.delete(storage.storage, same, "a");
    storage.assertStored(kind, List.of());
  }

  @ForEveryKind
  default <T> void thePartsOfAScopeAreNotGluedTogether(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    String base = storage.scope.tenant();
    for (String glue : List.of("/", ":", "|", "-", ".", "\u0000", " ")) {
      AgentContext one = AgentContexts.forScope(Scope.of(base + glue + "x", "y", "y"));
      AgentContext two = AgentContexts.forScope(Scope.of(base, "x" + glue + "y", "x" + glue + "y"));
      T stored = sampleFor(kind, "a", one, storage);
      kind.store(storage.storage, one, stored);
      assertThat(storage.fetch(kind, two)).as("glued with '%s'", glue).isEmpty();
      storage.assertStored(kind, one, List.of(stored));
    }
  }

  @ForEveryKind
  default <T> void scopesAreTakenLiterally(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    Scope scope = storage.scope;
    storage.store(kind, storage.sample(kind, "a"));
    for (Scope other :
        List.of(
            scope.withTenant("%"),
            scope.withTenant(scope.tenant().toUpperCase(java.util.Locale.ROOT)),
            scope.withTenant(scope.tenant() + " "),
            kind.owner().in(scope, "%"),
            kind.owner().in(scope, scope.requireSubject().toUpperCase(java.util.Locale.ROOT)),
            kind.owner().in(scope, scope.requireConversation() + " "))) {
      assertThat(storage.fetch(kind, AgentContexts.forScope(other))).as("from %s", other).isEmpty();
    }
  }

  /** Returns a record with bytes of the other scope. */
  private static <T> T sampleFor(
      RecordKind<T> kind, String id, AgentContext ctx, StorageFixture storage) {
    PersistentStorage written = storage.storage;
    return kind.sample().apply(storage.samples.writingTo(new ConduitContent(written, ctx)), id);
  }
}

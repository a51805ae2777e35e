package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.token.Tokenizable;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Rules for incomplete scopes: a call whose scope lacks a part fails before it reads or changes
 * data.
 */
interface ScopeRules {

  @ForEveryKind
  default <T> void aRecordNeedsItsOwner(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    T stored = storage.sample(kind, "a");
    storage.store(kind, stored);
    T different = storage.sample(kind, "a");
    AgentContext ctx = storage.without(kind.owner());
    assertMissing(() -> kind.fetch(storage.storage, ctx));
    assertMissing(() -> kind.store(storage.storage, ctx, different));
    assertMissing(() -> kind.mutate(storage.storage, ctx, different));
    assertMissing(() -> kind.delete(storage.storage, ctx, "a"));
    storage.assertStored(kind, List.of(stored));
  }

  @ForEveryKind
  default <T> void recordNeedsOnlyItsOwner(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    T stored = storage.sample(kind, "a");
    AgentContext ctx = storage.without(kind.owner().other());
    kind.store(storage.storage, ctx, stored);
    storage.assertStored(kind, ctx, List.of(stored));
    kind.mutate(storage.storage, ctx, stored);
    kind.delete(storage.storage, ctx, "a");
    storage.assertStored(kind, List.of());
  }

  @Test
  default void aStandingInstructionNeedsASubject(StorageFixture storage) throws Exception {
    storage.storeInstructions("a");
    AgentContext ctx = storage.without(RecordKind.Owner.SUBJECT);
    assertMissing(() -> storage.storage.storeStandingInstruction(ctx, Tokenizable.of("b")));
    assertMissing(() -> storage.storage.mutateStandingInstruction(ctx, Tokenizable.of("b")));
    assertMissing(() -> storage.storage.deleteStandingInstruction(ctx, Tokenizable.of("a")));
    assertThat(storage.instructions()).containsExactly("a");
  }

  @Test
  default void returnsOnlyTheTenantsInstructionsWithoutASubject(StorageFixture storage)
      throws Exception {
    storage.storeInstructions("a");
    assertThat(storage.instructions(storage.without(RecordKind.Owner.SUBJECT))).isEmpty();
  }

  @Test
  default void bytesNeedAConversationAndAreNotReadWithoutOne(StorageFixture storage) {
    AgentContext ctx = storage.without(RecordKind.Owner.CONVERSATION);
    CountingStream stream = new CountingStream(new byte[] {1, 2, 3});
    assertMissing(() -> storage.storage.storeMediaBytes(ctx, "a", ByteSource.of(stream)));
    assertMissing(() -> storage.storage.storeRetrievableBytes(ctx, "a", ByteSource.of(stream)));
    assertThat(stream.opened).hasValue(0);
  }

  private static void assertMissing(ThrowingCallable call) {
    AdkAssertions.assertThrown(call).hasCode(AdkErrorCode.E_STORAGE_SCOPE_MISSING).isFatal();
  }
}

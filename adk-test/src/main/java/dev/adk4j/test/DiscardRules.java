package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Rules for a storage that keeps nothing: it accepts everything, also repeatedly, and also without
 * a scope.
 */
interface DiscardRules {

  @ForEveryKind
  default <T> void recordsAreAcceptedAndForgotten(RecordKind<T> kind, StorageFixture storage)
      throws Exception {
    for (AgentContext ctx : List.of(storage.ctx, AgentContexts.forScope(Scope.DEFAULT))) {
      for (T record : storage.samples(kind, "a", "a")) {
        kind.store(storage.storage, ctx, record);
        kind.mutate(storage.storage, ctx, record);
        assertThat(storage.fetch(kind, ctx)).isEmpty();
        kind.delete(storage.storage, ctx, "a");
      }
    }
  }

  @Test
  default void standingInstructionsAreAcceptedAndForgotten(StorageFixture storage)
      throws Exception {
    for (AgentContext ctx : List.of(storage.ctx, AgentContexts.forScope(Scope.DEFAULT))) {
      storage.storage.storeStandingInstruction(ctx, Tokenizable.of("a"));
      storage.storage.mutateStandingInstruction(ctx, Tokenizable.of("a"));
      assertThat(storage.instructions(ctx)).isEmpty();
      storage.storage.deleteStandingInstruction(ctx, Tokenizable.of("a"));
    }
  }
}

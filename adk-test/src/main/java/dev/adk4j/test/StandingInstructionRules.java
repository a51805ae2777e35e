package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.token.Tokenizable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules for standing instructions: texts without ids, the tenant's before the subject's. */
interface StandingInstructionRules {

  @Test
  default void instructionsComeInTheOrderTheyWereStored(StorageFixture storage) throws Exception {
    for (String text : List.of("c", "a", "b")) {
      storage.storeInstruction(text);
    }
    assertThat(storage.instructions()).containsExactly("c", "a", "b");
  }

  @Test
  default void anInstructionIsStoredOnce(StorageFixture storage) throws Exception {
    for (String text : List.of("a", "b", "a")) {
      storage.storeInstruction(text);
    }
    assertThat(storage.instructions()).containsExactly("a", "b");
  }

  @Test
  default void mutatingAnInstructionKeepsItsPlace(StorageFixture storage) throws Exception {
    storage.storeInstruction("a");
    storage.storeInstruction("b");
    storage.storage().mutateStandingInstruction(storage.ctx(), Tokenizable.of("a"));
    assertThat(storage.instructions()).containsExactly("a", "b");
  }

  @Test
  default void mutatingAnUnknownInstructionStoresItAtTheEnd(StorageFixture storage)
      throws Exception {
    storage.storeInstruction("b");
    storage.storage().mutateStandingInstruction(storage.ctx(), Tokenizable.of("a"));
    assertThat(storage.instructions()).containsExactly("b", "a");
  }

  @Test
  default void anInstructionIsDeletedByItsText(StorageFixture storage) throws Exception {
    for (String text : List.of("a", "b", "c")) {
      storage.storeInstruction(text);
    }
    storage.storage().deleteStandingInstruction(storage.ctx(), Tokenizable.of("b"));
    assertThat(storage.instructions()).containsExactly("a", "c");
  }

  @Test
  default void deletingAnUnknownInstructionChangesNothing(StorageFixture storage) throws Exception {
    storage.storeInstruction("a");
    for (String text : List.of("A", "a ", "%", "")) {
      storage.storage().deleteStandingInstruction(storage.ctx(), Tokenizable.of(text));
    }
    assertThat(storage.instructions()).containsExactly("a");
  }

  @Test
  default void textsAreTakenLiterally(StorageFixture storage) throws Exception {
    for (String text : TrickyTexts.CONTENTS) {
      storage.storeInstruction(text);
    }
    assertThat(storage.instructions()).isEqualTo(TrickyTexts.CONTENTS);
    for (String text : TrickyTexts.CONTENTS) {
      storage.storage().deleteStandingInstruction(storage.ctx(), Tokenizable.of(text));
    }
    assertThat(storage.instructions()).isEmpty();
  }

  @Test
  default void distinguishesLongInstructionsByTheirEnd(StorageFixture storage) throws Exception {
    String start = "Be brief. ".repeat(10_000);
    storage.storeInstruction(start + "1");
    storage.storeInstruction(start + "2");
    storage.storage().deleteStandingInstruction(storage.ctx(), Tokenizable.of(start + "1"));
    assertThat(storage.instructions()).containsExactly(start + "2");
  }

  @Test
  default void instructionsBelongToTheSubjectInAllItsConversations(StorageFixture storage)
      throws Exception {
    storage.storeInstruction("a");
    assertThat(storage.instructions(storage.sameOwner(RecordKind.Owner.SUBJECT)))
        .containsExactly("a");
    assertThat(storage.instructions(storage.without(RecordKind.Owner.CONVERSATION)))
        .containsExactly("a");
  }

  @Test
  default void anotherSubjectHasItsOwnInstructions(StorageFixture storage) throws Exception {
    storage.storeInstruction("a");
    for (AgentContext foreign : storage.foreign(RecordKind.Owner.SUBJECT)) {
      storage.storage().deleteStandingInstruction(foreign, Tokenizable.of("a"));
      assertThat(storage.instructions(foreign)).isEmpty();
      storage.storage().storeStandingInstruction(foreign, Tokenizable.of("a"));
      storage.storage().mutateStandingInstruction(foreign, Tokenizable.of("b"));
      assertThat(storage.instructions(foreign)).containsExactly("a", "b");
    }
    assertThat(storage.instructions()).containsExactly("a");
  }

  @Test
  default void theTenantsInstructionsComeFirst(StorageFixture storage) throws Exception {
    storage.storeInstruction("subject's");
    boolean offered =
        storage
            .tests()
            .setTenantStandingInstructions(
                storage.storage(),
                storage.scope().tenant(),
                List.of(Tokenizable.of("z"), Tokenizable.of("b")));
    assumeTrue(offered, "the storage has no standing instructions of tenants");
    assertThat(storage.instructions()).containsExactly("z", "b", "subject's");
    List<AgentContext> others = storage.foreign(RecordKind.Owner.SUBJECT);
    assertThat(storage.instructions(others.get(0)))
        .as("another subject of the tenant")
        .containsExactly("z", "b");
    assertThat(storage.instructions(others.get(1))).as("another tenant").isEmpty();
    assertThat(storage.instructions(storage.without(RecordKind.Owner.SUBJECT)))
        .as("without a subject")
        .containsExactly("z", "b");
  }

  @Test
  default void aTurnCannotDeleteTheTenantsInstructions(StorageFixture storage) throws Exception {
    boolean offered =
        storage
            .tests()
            .setTenantStandingInstructions(
                storage.storage(), storage.scope().tenant(), List.of(Tokenizable.of("a")));
    assumeTrue(offered, "the storage has no standing instructions of tenants");
    storage.storage().deleteStandingInstruction(storage.ctx(), Tokenizable.of("a"));
    assertThat(storage.instructions()).containsExactly("a");
  }
}

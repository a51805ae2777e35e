package dev.adk4j.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.token.Tokenizable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules for standing instructions: texts without ids, the tenant's before the subject's. */
interface StandingInstructionRules {

  @Test
  default void instructionsComeInTheOrderTheyWereStored(StorageFixture storage) throws Exception {
    storage.storeInstructions("c", "a", "b");
    assertThat(storage.instructions()).containsExactly("c", "a", "b");
  }

  @Test
  default void anInstructionIsStoredOnce(StorageFixture storage) throws Exception {
    storage.storeInstructions("a", "b", "a");
    assertThat(storage.instructions()).containsExactly("a", "b");
  }

  @Test
  default void mutatingAnInstructionKeepsItsPlace(StorageFixture storage) throws Exception {
    storage.storeInstructions("a", "b");
    storage.mutateInstruction("a");
    assertThat(storage.instructions()).containsExactly("a", "b");
  }

  @Test
  default void mutatingAnUnknownInstructionStoresItAtTheEnd(StorageFixture storage)
      throws Exception {
    storage.storeInstructions("b");
    storage.mutateInstruction("a");
    assertThat(storage.instructions()).containsExactly("b", "a");
  }

  @Test
  default void anInstructionIsDeletedByItsText(StorageFixture storage) throws Exception {
    storage.storeInstructions("a", "b", "c");
    storage.deleteInstruction("b");
    assertThat(storage.instructions()).containsExactly("a", "c");
  }

  @Test
  default void deletingAnUnknownInstructionChangesNothing(StorageFixture storage) throws Exception {
    storage.storeInstructions("a");
    for (String text : List.of("A", "a ", "%", "")) {
      storage.deleteInstruction(text);
    }
    assertThat(storage.instructions()).containsExactly("a");
  }

  @Test
  default void textsAreTakenLiterally(StorageFixture storage) throws Exception {
    for (String text : TrickyTexts.CONTENTS) {
      storage.storeInstructions(text);
    }
    assertThat(storage.instructions()).isEqualTo(TrickyTexts.CONTENTS);
    for (String text : TrickyTexts.CONTENTS) {
      storage.deleteInstruction(text);
    }
    assertThat(storage.instructions()).isEmpty();
  }

  @Test
  default void distinguishesLongInstructionsByTheirEnd(StorageFixture storage) throws Exception {
    String start = "Be brief. ".repeat(10_000);
    storage.storeInstructions(start + "1");
    storage.storeInstructions(start + "2");
    storage.deleteInstruction(start + "1");
    assertThat(storage.instructions()).containsExactly(start + "2");
  }

  @Test
  default void instructionsBelongToTheSubjectInAllItsConversations(StorageFixture storage)
      throws Exception {
    storage.storeInstructions("a");
    assertThat(storage.instructions(storage.sameOwner(RecordKind.Owner.SUBJECT)))
        .containsExactly("a");
    assertThat(storage.instructions(storage.without(RecordKind.Owner.CONVERSATION)))
        .containsExactly("a");
  }

  @Test
  default void anotherSubjectHasItsOwnInstructions(StorageFixture storage) throws Exception {
    storage.storeInstructions("a");
    for (AgentContext foreign : storage.foreign(RecordKind.Owner.SUBJECT)) {
      storage.storage.deleteStandingInstruction(foreign, Tokenizable.of("a"));
      assertThat(storage.instructions(foreign)).isEmpty();
      storage.storage.storeStandingInstruction(foreign, Tokenizable.of("a"));
      storage.storage.mutateStandingInstruction(foreign, Tokenizable.of("b"));
      assertThat(storage.instructions(foreign)).containsExactly("a", "b");
    }
    assertThat(storage.instructions()).containsExactly("a");
  }

  @Test
  default void theTenantsInstructionsComeFirst(StorageFixture storage) throws Exception {
    storage.storeInstructions("subject's");
    storage.setTenantInstructions("z", "b");
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
    storage.setTenantInstructions("a");
    storage.deleteInstruction("a");
    assertThat(storage.instructions()).containsExactly("a");
  }
}

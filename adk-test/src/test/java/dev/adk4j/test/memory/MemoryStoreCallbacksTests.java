package dev.adk4j.test.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.memory.MemoryErrorCode;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.MemoryStoreCallbacks;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.local.InMemoryMemoryStore;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.test.TestAgentContext;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryStoreCallbacksTests {

  private final MemoryManager manager =
      MemoryManager.builder().store(InMemoryMemoryStore.of("notes")).build();
  private final MemoryStoreCallbacks callbacks =
      MemoryStoreCallbacks.of(manager, "notes", InjectionSettings.DEFAULT);

  @Test
  void findsMemoriesInOtherConversationsOfTheSubjectByTopic() throws Exception {
    callbacks.storeMemory(asking("ann", "c1", ""), memory("m1", "my dog is called Rex"));
    callbacks.storeMemory(asking("ann", "c1", ""), memory("m2", "tea without sugar"));

    assertThat(texts(asking("ann", "c2", "what is my dog called")))
        .contains("my dog is called Rex")
        .doesNotContain("tea without sugar");
    assertThat(texts(asking("bob", "c2", "what is my dog called"))).isEmpty();
    assertThat(texts(asking("ann", "c2", ""))).isEmpty();
  }

  @Test
  void aFoundMemoryIsChangedAndDeletedByTheNameItWasFoundUnder() throws Exception {
    TestAgentContext ann = asking("ann", "c1", "what is my dog called");
    callbacks.storeMemory(ann, memory("m1", "my dog is called Rex"));
    Memory found = callbacks.fetchMemories(ann).getFirst();

    callbacks.mutateMemory(ann, memory(found.id(), "my dog is called Bo"));
    assertThat(texts(ann)).containsExactly("my dog is called Bo");

    callbacks.deleteMemory(ann, found.id());
    assertThat(texts(ann)).isEmpty();
  }

  @Test
  void failsWithoutASubject() {
    TestAgentContext nobody = AgentContexts.forScope(Scope.conversation("c1"));
    assertThatThrownBy(() -> callbacks.fetchMemories(nobody))
        .matches(e -> AdkException.is(e, MemoryErrorCode.E_MEMORY_SCOPE_MISSING));
    assertThatThrownBy(() -> callbacks.deleteMemory(nobody, "notes:1"))
        .matches(e -> AdkException.is(e, MemoryErrorCode.E_MEMORY_SCOPE_MISSING));
  }

  @Test
  void anUnknownStoreIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> MemoryStoreCallbacks.of(manager, "nots", InjectionSettings.DEFAULT))
        .matches(e -> AdkException.is(e, MemoryErrorCode.E_MEMORY_STORE_NOT_FOUND))
        .hasMessageContaining("notes");
  }

  private List<String> texts(TestAgentContext ctx) throws Exception {
    return callbacks.fetchMemories(ctx).stream().map(m -> m.content().value()).toList();
  }

  private static TestAgentContext asking(String subject, String conversation, String text) {
    TestAgentContext ctx = AgentContexts.forScope(Scope.of("acme", subject, conversation));
    if (!text.isEmpty()) {
      ctx.turnMessages().add(Message.user("u-" + conversation, text, Instant.EPOCH));
    }
    return ctx;
  }

  private static Memory memory(String id, String text) {
    return Memory.builder()
        .id(id)
        .content(text)
        .confidence(0.9)
        .importance(0.5)
        .createdAt(Instant.EPOCH)
        .updatedAt(Instant.EPOCH)
        .build();
  }
}

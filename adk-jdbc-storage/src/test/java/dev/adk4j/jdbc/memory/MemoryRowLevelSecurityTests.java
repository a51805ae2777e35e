package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.SecuredDatabase;
import dev.adk4j.jdbc.Stores;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Memory under the optional policies, with a role that is not the tables' owner. */
class MemoryRowLevelSecurityTests {

  @Test
  void storesAndJournalNameTheirTenantAndSeeNoOther() throws Exception {
    try (SecuredDatabase database = new SecuredDatabase()) {
      TestDatabase owner = database.owner();
      TestDatabase app = database.application();
      check(app);
      assertThat(app.query("select * from adk_memory_record")).as("no tenant named").isEmpty();
      assertThat(app.query("select * from adk_memory_journal")).isEmpty();
      assertThat(owner.count("select count(*) from adk_memory_record")).isEqualTo(2);
    }
  }

  private static void check(TestDatabase app) throws Exception {
    JdbcPersistentStorage storage =
        JdbcPersistentStorage.builder(app.dataSource()).options(SecuredDatabase.OPTIONS).build();
    JdbcExtractionJournal journal =
        JdbcExtractionJournal.of(app.dataSource(), SecuredDatabase.OPTIONS, storage.unitOfWork());
    JdbcMemoryStore store =
        JdbcMemoryStore.builder(app.dataSource(), "facts").options(SecuredDatabase.OPTIONS).build();
    for (String tenant : List.of("a", "b")) {
      MemoryOwner ann = new MemoryOwner(tenant, "ann");
      store.add("ann of " + tenant + " likes tea", Map.of(), MemoryWriteContext.of(ann));
      MemoryConversation conversation = new MemoryConversation(ann, "c");
      var ctx = AgentContexts.forScope(Scope.of(tenant, "ann", "c"));
      Stores.unit(
          storage,
          ctx,
          () -> {
            storage.storeMessage(ctx, Message.user("m", "hello", Instant.EPOCH));
            journal.append(
                conversation,
                List.of(MemoryMessage.text("m", MessageRole.USER, "hello", Instant.EPOCH)));
          });
      SaveKey key = new SaveKey(conversation, "facts");
      journal.demand(key);
      SaveLease lease = journal.acquire(key, Duration.ofMinutes(1)).orElseThrow();
      assertThat(journal.begin(lease)).isTrue();
      assertThat(journal.unsaved(key, 0)).hasSize(1);
      assertThat(journal.commit(lease, 0, true)).isTrue();
      assertThat(store.search("tea", SearchOptions.of(9, ann)))
          .extracting(e -> e.content())
          .containsExactly("ann of " + tenant + " likes tea");
    }
  }
}

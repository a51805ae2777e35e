package dev.adk4j.jpa.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jpa.JpaPersistentStorage;
import dev.adk4j.jpa.JpaStorageOptions;
import dev.adk4j.jpa.PostgresServer;
import dev.adk4j.jpa.TestDatabase;
import dev.adk4j.memory.journal.SaveKey;
import dev.adk4j.memory.journal.SaveLease;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.value.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Memory under the optional policies, with a role that is not the tables' owner. */
class MemoryRowLevelSecurityTests {

  private static final JpaStorageOptions SECURED =
      JpaStorageOptions.DEFAULT.withRowLevelSecurity(true);

  @Test
  void storesAndJournalNameTheirTenantAndSeeNoOther() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    String role = "mem_" + server.url().replaceAll(".*adk_([0-9a-f]{12}).*", "$1");
    try (TestDatabase owner =
        TestDatabase.open(server.url(), server.user(), server.password(), 2).withTables()) {
      owner.execute("create role " + role + " login password 'app' nosuperuser");
      owner.execute(
          "grant select, insert, update, delete on all tables in schema public to " + role);
      try (var script =
          JpaPersistentStorage.class.getResourceAsStream(
              "/db/adk/postgresql-row-level-security.sql")) {
        owner.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
      }
      try (TestDatabase app = TestDatabase.open(server.url(), role, "app", 2)) {
        check(app);
        assertThat(app.query("select * from adk_memory_record")).as("no tenant named").isEmpty();
        assertThat(app.query("select * from adk_memory_journal")).isEmpty();
        assertThat(owner.count("select count(*) from adk_memory_record")).isEqualTo(2);
      } finally {
        owner.execute("drop owned by " + role);
        owner.execute("drop role " + role);
      }
    }
  }

  private static void check(TestDatabase app) throws Exception {
    JpaPersistentStorage storage =
        JpaPersistentStorage.builder(app.dataSource()).options(SECURED).build();
    JdbcExtractionJournal journal =
        JdbcExtractionJournal.of(app.dataSource(), SECURED, storage.unitOfWork());
    JpaMemoryStore store =
        JpaMemoryStore.builder(app.dataSource(), "facts").options(SECURED).build();
    for (String tenant : List.of("a", "b")) {
      MemoryOwner ann = new MemoryOwner(tenant, "ann");
      store.add("ann of " + tenant + " likes tea", Map.of(), MemoryWriteContext.of(ann));
      MemoryConversation conversation = new MemoryConversation(ann, "c");
      var ctx = AgentContexts.forScope(Scope.of(tenant, "ann", "c"));
      storage
          .unitOfWork()
          .execute(
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

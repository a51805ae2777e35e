package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.ErasureReport;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.OnSharedDatabase;
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

/** What an erasure takes of memory stores and their journal, and what it says before. */
class MemoryErasureTests extends OnSharedDatabase {

  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");

  private final AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource());
  private final JdbcExtractionJournal journal =
      JdbcExtractionJournal.of(database.dataSource(), JdbcStorageOptions.DEFAULT, null);
  private final JdbcMemoryStore store =
      JdbcMemoryStore.builder(database.dataSource(), "facts").build();

  MemoryErasureTests(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void erasureOfAConversationErasesCapturesAndKeepsFacts() throws Exception {
    fill("ann", "gone");
    fill("ann", "kept");
    SaveLease lease = journal.acquire(key("ann", "gone"), Duration.ofMinutes(5)).orElseThrow();

    erase(new ErasureTarget.Conversation(tenant, "gone"), 1, 0, 2);

    assertThat(journal.begin(lease)).as("a worker on it has lost its lease").isFalse();
    assertThat(journal.pending(key("ann", "kept"))).isEqualTo(2);
    assertThat(facts("ann")).isEqualTo(2);
  }

  @Test
  void erasureOfASubjectErasesItsFactsAndCapturesInAllConversations() throws Exception {
    fill("bob", "shared");
    capture("ann", "shared");
    fill("ann", "own");
    capture("ann", "never-stored");

    erase(new ErasureTarget.Subject(tenant, "ann"), 1, 1, 6);

    assertThat(facts("ann")).isZero();
    assertThat(facts("bob")).isEqualTo(1);
    assertThat(journal.pending(key("bob", "shared"))).isEqualTo(2);
    assertThat(rows("adk_memory_conversation")).isEqualTo(1);
  }

  @Test
  void aTenantTakesEverything() throws Exception {
    fill("ann", "a");
    fill("bob", "b");
    journal.count(key("ann", "a"), "interval");
    journal.openTurn(key("ann", "a").conversation(), "t");
    journal.demand(key("ann", "a"));

    erase(new ErasureTarget.Tenant(tenant), 2, 2, 4);

    for (String table :
        List.of(
            "adk_memory_conversation",
            "adk_memory_journal",
            "adk_memory_cursor",
            "adk_memory_staged_fact",
            "adk_memory_set_aside",
            "adk_memory_trigger",
            "adk_memory_turn",
            "adk_memory_record")) {
      assertThat(rows(table)).as(table).isZero();
    }
  }

  @Test
  void retentionErasesCapturesIdleLongEnough() throws Exception {
    capture("ann", "never-stored");
    fill("ann", "old");
    database.execute(
        "update adk_memory_record set updated_at = 1000 where tenant = '" + tenant + "'");
    database.execute(
        "update adk_memory_conversation set last_activity_at = 1000 where tenant = '"
            + tenant
            + "'");
    database.execute(
        "update adk_conversation set last_activity_at = 1000 where tenant = '" + tenant + "'");
    fill("bob", "new");
    capture("bob", "never-stored-either");

    erase(new ErasureTarget.OlderThan(tenant, Instant.ofEpochMilli(2000)), 1, 1, 4);

    assertThat(facts("bob")).isEqualTo(1);
    assertThat(journal.pending(key("bob", "new"))).isEqualTo(2);
    assertThat(journal.pending(key("bob", "never-stored-either"))).isEqualTo(2);
  }

  @Test
  void retentionKeepsWaitingMessagesOfAnActiveConversation() throws Exception {
    fill("ann", "goes-on");
    database.execute(
        "update adk_memory_conversation set last_activity_at = 1000 where tenant = '"
            + tenant
            + "'");

    erase(new ErasureTarget.OlderThan(tenant, Instant.ofEpochMilli(2000)), 0, 0, 0);

    assertThat(journal.pending(key("ann", "goes-on"))).isEqualTo(2);
  }

  /** The preview says what the erasure does, and the erasure leaves nothing for a second one. */
  private void erase(ErasureTarget target, long conversations, long facts, long captured) {
    ErasureReport preview = admin.preview(target);
    assertThat(preview.conversations()).isEqualTo(conversations);
    assertThat(preview.memoryRecords()).isEqualTo(facts);
    assertThat(preview.capturedMessages()).isEqualTo(captured);
    assertThat(admin.erase(target)).isEqualTo(preview);
    ErasureReport again = admin.preview(target);
    assertThat(again.memoryRecords() + again.capturedMessages() + again.conversations()).isZero();
  }

  /** A stored message, two captured ones and a fact. */
  private void fill(String subject, String conversation) {
    database
        .storage()
        .storeMessage(
            AgentContexts.forScope(Scope.of(tenant, subject, conversation)),
            Message.user("m", "hello", AT));
    capture(subject, conversation);
    store.add(
        "likes tea since " + conversation,
        Map.of(),
        MemoryWriteContext.of(new MemoryOwner(tenant, subject)));
  }

  private void capture(String subject, String conversation) {
    journal.append(
        key(subject, conversation).conversation(),
        List.of(
            MemoryMessage.text("a", MessageRole.USER, "text", AT),
            MemoryMessage.text("b", MessageRole.ASSISTANT, "text", AT)));
  }

  private SaveKey key(String subject, String conversation) {
    return new SaveKey(
        new MemoryConversation(new MemoryOwner(tenant, subject), conversation), "facts");
  }

  private int facts(String subject) {
    return store.search("tea", SearchOptions.of(100, new MemoryOwner(tenant, subject))).size();
  }
}

package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.AgentContext;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A row that is no record any more is an error that names it, never a gap. */
class DamagedRowTests extends OnSharedDatabase {

  private final JdbcPersistentStorage storage = database.storage();
  private final AgentContext ctx = Turns.context();

  DamagedRowTests(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void brokenJsonNamesTableAndId() {
    storage.storeMessage(ctx, Turns.user("m1"));
    storage.storeMessage(ctx, Turns.assistant("m2"));
    damage("adk_message", "identity = '{\"identifier\":'");
    assertCorrupt(() -> storage.fetchMessages(ctx), "adk_message", "m1");

    storage.storeToolCall(ctx, Turns.toolCall("c1"));
    damage("adk_tool_call", "results = '{\"silo\":\"unheard-of\"}'");
    assertCorrupt(() -> storage.fetchToolCalls(ctx), "adk_tool_call", "c1");

    storage.storeThought(ctx, Turns.thought("t1"));
    damage("adk_thought", "payload = 'nonsense'");
    assertCorrupt(() -> storage.fetchThoughts(ctx), "adk_thought", "t1");
  }

  @Test
  void invalidValueNamesTableAndId() {
    storage.storeMemory(ctx, Turns.memory("p1"));
    damage("adk_memory", "confidence = null");
    assertCorrupt(() -> storage.fetchMemories(ctx), "adk_memory", "p1");

    storage.storeRetrievable(ctx, Turns.retrievable("r1"));
    damage("adk_retrievable", "trust_tier = 'gossip'");
    assertCorrupt(() -> storage.fetchRetrievables(ctx), "adk_retrievable", "r1");
  }

  @Test
  void aBrokenEscapeNamesTableAndId() {
    storage.storeThought(ctx, Turns.thought("t1"));
    damage("adk_thought", "content = 'ends within \u0010'");
    assertCorrupt(() -> storage.fetchThoughts(ctx), "adk_thought", "t1");
  }

  @Test
  void anUntouchedConversationIsStillRead() {
    AgentContext other = Turns.context();
    storage.storeMessage(ctx, Turns.user("m1"));
    storage.storeMessage(other, Turns.user("m1"));
    damage("adk_message", "identity = ''");

    assertThat(storage.fetchMessages(other)).hasSize(1);
  }

  private void damage(String table, String change) {
    database.execute(
        "update " + table + " set " + change + " where tenant = '" + ctx.scope().tenant() + "'");
  }

  private static void assertCorrupt(ThrowingCallable fetch, String table, String id) {
    assertThatThrownBy(fetch)
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_STORAGE_CORRUPT);
              assertThat(e.args()).containsExactly(table, id);
            })
        .hasMessageContaining(table)
        .hasMessageContaining("'" + id + "'");
  }
}

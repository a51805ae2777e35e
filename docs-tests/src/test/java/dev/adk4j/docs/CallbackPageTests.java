package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.test.Samples;
import dev.adk4j.test.TestAgentContext;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The page is what the code says; {@code -Dadk.docs.update=true} writes it anew. */
class CallbackPageTests {

  private final StatementLog statements = new StatementLog(database());
  private final AgentContext ctx =
      TestAgentContext.builder().scope(Scope.of("acme", "user", "conversation")).build();

  @Test
  void theReferencePageSaysWhatTheCallbacksAreAndDo() throws Exception {
    AdkSchema.of(statements.dataSource()).apply(AdkSchemaMode.CREATE_IF_MISSING);
    PersistentStorage storage = JdbcPersistentStorage.of(statements.dataSource());
    Map<CallbackKey, List<String>> sent = new EnumMap<>(CallbackKey.class);
    for (CallbackKey callback : CallbackKey.values()) {
      if (callback != CallbackKey.FETCH_TOOLS) {
        call(storage, callback, "warm-up");
        statements.forget();
        call(storage, callback, "id");
        sent.put(callback, statements.tables());
      }
    }
    assertThat(sent).hasSize(26).allSatisfy((callback, tables) -> assertThat(tables).isNotEmpty());

    String page = CallbackPage.write(callback -> sent.getOrDefault(callback, List.of()));
    GeneratedPages.compare("docs/reference/callbacks.md", page);
  }

  private void call(PersistentStorage storage, CallbackKey callback, String id) throws Exception {
    switch (callback) {
      case FETCH_MEMORIES -> storage.fetchMemories(ctx);
      case FETCH_MESSAGES -> storage.fetchMessages(ctx);
      case FETCH_THOUGHTS -> storage.fetchThoughts(ctx);
      case FETCH_TOOL_CALLS -> storage.fetchToolCalls(ctx);
      case FETCH_TOOLS -> throw new IllegalArgumentException();
      case FETCH_RETRIEVABLES -> storage.fetchRetrievables(ctx);
      case REFRESH_STANDING_INSTRUCTIONS -> storage.refreshStandingInstructions(ctx);
      case STORE_MESSAGE -> storage.storeMessage(ctx, Samples.userMessage(id, "a"));
      case MUTATE_MESSAGE -> storage.mutateMessage(ctx, Samples.userMessage(id, "b"));
      case DELETE_MESSAGE -> storage.deleteMessage(ctx, id);
      case STORE_MEMORY -> storage.storeMemory(ctx, memory(id, "a"));
      case MUTATE_MEMORY -> storage.mutateMemory(ctx, memory(id, "b"));
      case DELETE_MEMORY -> storage.deleteMemory(ctx, id);
      case STORE_THOUGHT -> storage.storeThought(ctx, Samples.thought(id, "a"));
      case MUTATE_THOUGHT -> storage.mutateThought(ctx, Samples.thought(id, "b"));
      case DELETE_THOUGHT -> storage.deleteThought(ctx, id);
      case STORE_TOOL_CALL -> storage.storeToolCall(ctx, toolCall(id, "a"));
      case MUTATE_TOOL_CALL -> storage.mutateToolCall(ctx, toolCall(id, "b"));
      case DELETE_TOOL_CALL -> storage.deleteToolCall(ctx, id);
      case STORE_RETRIEVABLE -> storage.storeRetrievable(ctx, retrievable(id, "a"));
      case MUTATE_RETRIEVABLE -> storage.mutateRetrievable(ctx, retrievable(id, "b"));
      case DELETE_RETRIEVABLE -> storage.deleteRetrievable(ctx, id);
      case STORE_STANDING_INSTRUCTION -> storage.storeStandingInstruction(ctx, Tokenizable.of(id));
      case MUTATE_STANDING_INSTRUCTION ->
          storage.mutateStandingInstruction(ctx, Tokenizable.of(id));
      case DELETE_STANDING_INSTRUCTION ->
          storage.deleteStandingInstruction(ctx, Tokenizable.of(id));
      case STORE_MEDIA_BYTES -> storage.storeMediaBytes(ctx, id, ByteSource.of("a"));
      case STORE_RETRIEVABLE_BYTES -> storage.storeRetrievableBytes(ctx, id, ByteSource.of("a"));
    }
  }

  private static dev.adk4j.primitive.ToolCall toolCall(String id, String answer) {
    return Samples.toolCall(id, "tool", Map.of(), answer);
  }

  private static Memory memory(String id, String text) {
    return Memory.builder()
        .id(id)
        .content(text)
        .confidence(1)
        .importance(1)
        .createdAt(Samples.TIME)
        .updatedAt(Samples.TIME)
        .build();
  }

  private static Retrievable retrievable(String id, String text) {
    return Retrievable.builder()
        .id(id)
        .content(text)
        .trustTier(TrustTier.FIRST_PARTY)
        .createdAt(Samples.TIME)
        .updatedAt(Samples.TIME)
        .build();
  }

  private static JdbcDataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setUrl("jdbc:h2:mem:callbacks;DB_CLOSE_DELAY=-1");
    return database;
  }
}

package dev.adk4j.benchmarks.database;

import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * This library's storage, called as a turn calls it: all six kinds fetched together, the newest 20
 * of each, and two appends, each durable when it returns.
 */
class AdkArm implements Arm {

  static final int TAIL = 20;

  private static final Set<CallbackKey> ALL_KINDS =
      EnumSet.of(
          CallbackKey.REFRESH_STANDING_INSTRUCTIONS,
          CallbackKey.FETCH_MEMORIES,
          CallbackKey.FETCH_RETRIEVABLES,
          CallbackKey.FETCH_MESSAGES,
          CallbackKey.FETCH_THOUGHTS,
          CallbackKey.FETCH_TOOL_CALLS);

  private final BenchmarkDatabase database;
  private final AdkTables tables;
  private final JdbcPersistentStorage storage;

  AdkArm(BenchmarkDatabase database) {
    this.database = database;
    this.tables = new AdkTables(database, "");
    this.storage =
        JdbcPersistentStorage.builder(database.dataSource())
            .options(JdbcStorageOptions.DEFAULT.withFetchLimits(FetchLimits.all(TAIL)))
            .build();
  }

  @Override
  public String name() {
    return "ADK for Java";
  }

  @Override
  public void createTables() throws Exception {
    AdkSchema.of(database.dataSource()).apply(AdkSchemaMode.CREATE_IF_MISSING);
    if (stored(AdkTables.PROTOTYPE).isEmpty()) {
      turn(AdkTables.PROTOTYPE, "question", "answer");
    }
  }

  @Override
  public void seed(String conversation, int history) {
    tables.seed(conversation, history);
  }

  @Override
  public int turn(String conversation, String user, String assistant) throws Exception {
    AgentContext ctx = AgentContexts.forScope(scope(conversation));
    List<Object> loaded = new ArrayList<>();
    storage.fetchTogether(
        ctx,
        ALL_KINDS,
        () -> {
          loaded.addAll(storage.refreshStandingInstructions(ctx));
          loaded.addAll(storage.fetchMemories(ctx));
          loaded.addAll(storage.fetchRetrievables(ctx));
          loaded.addAll(storage.fetchMessages(ctx));
          loaded.addAll(storage.fetchThoughts(ctx));
          loaded.addAll(storage.fetchToolCalls(ctx));
        });
    storage.storeMessage(ctx, Message.user(Ids.next(), user, Instant.now()));
    storage.storeMessage(ctx, Message.assistant(Ids.next(), assistant, Instant.now()));
    return loaded.size();
  }

  @Override
  public List<String> stored(String conversation) {
    return tables.stored(conversation);
  }

  @Override
  public boolean gapFree(String conversation) {
    return tables.gapFree(conversation);
  }

  JdbcPersistentStorage storage() {
    return storage;
  }

  static Scope scope(String conversation) {
    return Scope.of(AdkTables.TENANT, AdkTables.SUBJECT, conversation);
  }
}

package dev.adk4j.benchmarks.database;

import dev.adk4j.jpa.AdkSchema;
import dev.adk4j.jpa.AdkSchemaMode;
import dev.adk4j.jpa.JpaPersistentStorage;
import dev.adk4j.jpa.JpaStorageOptions;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.List;

/**
 * This library's storage, called as a turn calls it: all six kinds fetched, the newest 20 of each,
 * and two appends, each durable when it returns.
 */
class AdkArm implements Arm {

  static final int TAIL = 20;

  private final BenchmarkDatabase database;
  private final AdkTables tables;
  private final JpaPersistentStorage storage;

  AdkArm(BenchmarkDatabase database) {
    this.database = database;
    this.tables = new AdkTables(database, "");
    this.storage =
        JpaPersistentStorage.builder(database.dataSource())
            .options(JpaStorageOptions.DEFAULT.withFetchLimits(FetchLimits.all(TAIL)))
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
    int loaded = storage.refreshStandingInstructions(ctx).size();
    loaded += storage.fetchMemories(ctx).size();
    loaded += storage.fetchRetrievables(ctx).size();
    loaded += storage.fetchMessages(ctx).size();
    loaded += storage.fetchThoughts(ctx).size();
    loaded += storage.fetchToolCalls(ctx).size();
    storage.storeMessage(ctx, Message.user(Ids.next(), user, Instant.now()));
    storage.storeMessage(ctx, Message.assistant(Ids.next(), assistant, Instant.now()));
    return loaded;
  }

  @Override
  public List<String> stored(String conversation) {
    return tables.stored(conversation);
  }

  @Override
  public boolean gapFree(String conversation) {
    return tables.gapFree(conversation);
  }

  JpaPersistentStorage storage() {
    return storage;
  }

  static Scope scope(String conversation) {
    return Scope.of(AdkTables.TENANT, AdkTables.SUBJECT, conversation);
  }
}

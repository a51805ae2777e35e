package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.memory.MemoryHooks;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.injection.InjectionSettings;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.List;

/** What an application consists of: storage, journal, manager and runner over one database. */
final class MemoryNode implements AutoCloseable {

  /**
   * Short enough for tests to wait for; a worker that stands still for so long is taken for dead.
   */
  static final Duration SHORT_LEASE = Duration.ofSeconds(1);

  /** Longer than any machine stands still. */
  static final Duration LONG_LEASE = Duration.ofMinutes(10);

  private final JdbcExtractionJournal journal;
  private final MemoryManager memory;
  private final TurnRunner runner;

  MemoryNode(TestDatabase database, MemoryStore store, Duration lease) {
    this(database, store, lease, new AcceptInput(), ScriptedExecutor.saying("noted"));
  }

  /** With its own way to accept the input and to answer. */
  MemoryNode(
      TestDatabase database,
      MemoryStore store,
      Duration lease,
      TurnMiddleware accept,
      DispatchExecutor executor) {
    JdbcPersistentStorage storage = database.storage();
    this.journal =
        JdbcExtractionJournal.of(
            database.dataSource(), JdbcStorageOptions.DEFAULT, storage.unitOfWork());
    this.memory =
        MemoryManager.builder()
            .store(store)
            .journal(journal)
            .extraction(
                ExtractionSettings.builder()
                    .leaseLife(lease)
                    .sweepInterval(Duration.ofMillis(200))
                    .turnTimeout(Duration.ofSeconds(1))
                    .retryInterval(Duration.ofSeconds(1))
                    .idleFlushAfter(Duration.ofMillis(500))
                    .build())
            .build();
    MemoryHooks hooks = MemoryHooks.of(memory, InjectionSettings.OFF);
    TurnRunner.Builder builder =
        TurnRunner.builder()
            .persistentStorage(storage)
            .callback(FetchToolsCallback.class, ctx -> List.of())
            .turnInputPipeline(List.of(hooks.opening().orElseThrow(), accept))
            .turnOutputPipeline(List.of(hooks.closing().orElseThrow()))
            .executor(executor);
    hooks.capture(builder);
    this.runner = builder.build();
    memory.start();
  }

  JdbcExtractionJournal journal() {
    return journal;
  }

  MemoryManager memory() {
    return memory;
  }

  /** A whole turn; what it says is stored, captured and asked to be saved when this returns. */
  void turn(Scope scope, String id) {
    runner.run(
        RawTurnContext.builder()
            .systemPrompt("Be brief.")
            .scope(scope)
            .input(Message.user(id, "text of " + id, java.time.Instant.now()))
            .build());
  }

  @Override
  public void close() {
    memory.close();
  }
}

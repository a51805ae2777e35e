package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.AgentContext;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A database that is away, and a pool that is empty. */
class OutageTests {

  @Test
  void aRestartOfPostgresUnderLoadLosesNothing() throws Exception {
    assumeTrue(
        PostgresServer.get().kind().equals("embedded"),
        "only the embedded server can be restarted here");
    PostgresServer server = PostgresServer.get().newDatabase();
    String url = server.url();
    try (TestDatabase impatient =
        TestDatabase.impatient(url, server.user(), server.password(), 4, 1_000)) {
      restartUnderLoad(
          "PostgreSQL",
          () -> TestDatabase.open(url, server.user(), server.password(), 1),
          impatient,
          new Outage() {
            private boolean stopped;

            @Override
            public void goesOn() throws Exception {
              if (!stopped) {
                PostgresServer.Embedded.stop();
                stopped = true;
              }
            }

            @Override
            public void ends() {
              PostgresServer.Embedded.startAgain();
            }
          });
    }
  }

  @Test
  void aCrashOfH2UnderLoadLosesNothing(@TempDir Path directory) throws Exception {
    String url = "jdbc:h2:file:" + directory.resolve("outage").toAbsolutePath() + ";WRITE_DELAY=0";
    try (TestDatabase impatient = TestDatabase.impatient(url, "sa", "", 4, 1_000)) {
      // the next connection opens it again, so that it crashes until a writer was hit
      restartUnderLoad(
          "H2", () -> TestDatabase.open(url, "sa", "", 1), impatient, () -> crash(url));
    }
  }

  private static void crash(String url) {
    try (Connection own = DriverManager.getConnection(url, "sa", "");
        Statement statement = own.createStatement()) {
      statement.execute("shutdown immediately");
    } catch (SQLException e) {
      // whoever closes a database may be told that it is
      assertThat(e.getMessage()).contains("Database is already closed");
    }
  }

  /**
   * @param fresh opens the database anew, with connections that saw no outage
   * @param impatient for the writers: it fails where the database is away
   */
  private static void restartUnderLoad(
      String name, Supplier<TestDatabase> fresh, TestDatabase impatient, Outage outage)
      throws Exception {
    try (TestDatabase database = fresh.get()) {
      database.withTables();
    }
    JdbcPersistentStorage storage = impatient.storage();
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    Set<String> failed = ConcurrentHashMap.newKeySet();
    AtomicInteger ids = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    List<Future<?>> writers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        writers.add(threads.submit(() -> write(storage, ids, done, acknowledged, failed)));
      }
      try {
        await(() -> acknowledged.size() > 20);
        int failures = failed.size();
        try {
          await(
              () -> {
                outage.goesOn();
                return failed.size() > failures;
              });
        } finally {
          outage.ends();
        }
        int before = acknowledged.size();
        await(() -> acknowledged.size() > before + 20);
      } finally {
        done.set(true);
        for (Future<?> writer : writers) {
          writer.get();
        }
      }
    }
    try (TestDatabase database = fresh.get()) {
      checkWhole(database, acknowledged, failed);
    }
    System.out.printf(
        "%s restarted under load: %d flushes acknowledged and all there, %d failed with"
            + " E_STORAGE_UNAVAILABLE%n",
        name, acknowledged.size(), failed.size());
  }

  private static Void write(
      JdbcPersistentStorage storage,
      AtomicInteger ids,
      AtomicBoolean done,
      Set<String> acknowledged,
      Set<String> failed)
      throws Exception {
    AgentContext ctx = Turns.in("outage", "subject", "conversation");
    while (!done.get()) {
      String id = "flush-" + ids.incrementAndGet();
      try {
        Stores.unit(
            storage,
            ctx,
            () -> {
              storage.storeThought(ctx, Turns.thought(id));
              storage.storeMessage(ctx, Turns.assistant(id));
            });
        acknowledged.add(id);
      } catch (AdkException e) {
        assertThat(e.errorCode()).as(e.toString()).isEqualTo(AdkErrorCode.E_STORAGE_UNAVAILABLE);
        failed.add(id);
      }
    }
    return null;
  }

  private static void checkWhole(
      TestDatabase database, Set<String> acknowledged, Set<String> failed) {
    List<String> thoughts = database.query("select id from adk_thought order by id");
    assertThat(database.query("select id from adk_message order by id")).isEqualTo(thoughts);
    assertThat(thoughts).containsAll(acknowledged);
    List<String> known = new ArrayList<>(acknowledged);
    known.addAll(failed);
    assertThat(known).containsAll(thoughts);
    assertThat(database.count("select last_seq from adk_conversation"))
        .isEqualTo(2L * thoughts.size());
  }

  @Test
  void lossOfTheDatabaseWithinATransactionIsReported() {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    try (TestDatabase database = TestDatabase.open(url, "sa", "", 1)) {
      StorageConnections connections =
          StorageConnections.of(database.dataSource(), JdbcStorageOptions.DEFAULT);
      assertThatThrownBy(
              () ->
                  connections.transaction(
                      "asking",
                      "tenant",
                      connection -> {
                        crash(url);
                        try (Statement statement = connection.createStatement()) {
                          return statement.execute("select 1");
                        }
                      }))
          .matches(e -> AdkException.is(e, AdkErrorCode.E_STORAGE_UNAVAILABLE));
    }
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "TRANSACTION_SERIALIZABLE")
  void aDeadConnectionLeavesThePoolWithItsFirstFailure(@Nullable String isolation) {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    try (TestDatabase database = TestDatabase.isolated(url, "sa", "", 1, isolation)) {
      StorageConnections connections =
          StorageConnections.of(database.dataSource(), JdbcStorageOptions.DEFAULT);
      assertThat(asks(connections)).isTrue();

      crash(url);

      // the pool itself looks only at a connection that was idle for half a second
      assertThat(IntStream.range(0, 20).filter(i -> !asks(connections)).count())
          .isLessThanOrEqualTo(1);
    }
  }

  private static boolean asks(StorageConnections connections) {
    try {
      return connections.single(
          "asking",
          "tenant",
          connection -> {
            try (Statement statement = connection.createStatement()) {
              return statement.execute("select 1");
            }
          });
    } catch (AdkException e) {
      assertThat(e.errorCode()).as(e.toString()).isEqualTo(AdkErrorCode.E_STORAGE_UNAVAILABLE);
      return false;
    }
  }

  @Test
  void anEmptyPoolIsABoundedWaitAndAClearError() throws Exception {
    try (TestDatabase database = ofOneConnection()) {
      JdbcPersistentStorage storage = database.storage();
      AgentContext ctx = Turns.context();
      try (Connection held = database.dataSource().getConnection()) {
        assertThat(held.isValid(1)).isTrue();
        for (Runnable call :
            List.<Runnable>of(
                () -> storage.storeMessage(ctx, Turns.user("a")),
                () -> storage.mutateMemory(ctx, Turns.memory("m")),
                () -> storage.fetchMessages(ctx))) {
          assertThatThrownBy(call::run)
              .matches(e -> AdkException.is(e, AdkErrorCode.E_STORAGE_UNAVAILABLE));
        }
      }
      storage.storeMessage(ctx, Turns.user("a"));
      assertThat(storage.fetchMessages(ctx)).hasSize(1);
    }
  }

  @Test
  void reportsACallerWithTheOnlyConnection() {
    try (TestDatabase database = ofOneConnection()) {
      JdbcPersistentStorage storage = database.storage();
      TransactionTemplate caller =
          new TransactionTemplate(new DataSourceTransactionManager(database.dataSource()));

      assertThatThrownBy(
              () ->
                  caller.executeWithoutResult(
                      status -> storage.storeMessage(Turns.context(), Turns.user("a"))))
          .matches(e -> AdkException.is(e, AdkErrorCode.E_STORAGE_UNAVAILABLE))
          .hasMessageContaining("the calling thread holds one in its own transaction");
    }
  }

  @Test
  void aRollbackOfTheCallerTakesNothingBack() {
    try (TestDatabase database = DatabaseKind.H2.empty(2).withTables()) {
      JdbcPersistentStorage storage = database.storage();
      TransactionTemplate caller =
          new TransactionTemplate(new DataSourceTransactionManager(database.dataSource()));
      AgentContext ctx = Turns.context();

      caller.executeWithoutResult(
          status -> {
            storage.storeMessage(ctx, Turns.user("a"));
            status.setRollbackOnly();
          });

      assertThat(storage.fetchMessages(ctx)).hasSize(1);
    }
  }

  private static TestDatabase ofOneConnection() {
    return TestDatabase.impatient(
            "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "", 1, 250)
        .withTables();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofMinutes(3)).until(condition);
  }

  private interface Outage {
    /** Takes the database away, and once more where it came back by itself. */
    void goesOn() throws Exception;

    /** Brings it back. */
    default void ends() {}
  }
}

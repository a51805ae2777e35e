package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Message;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A database that gives up waiting for locks soon, and connections with an isolation of theirs. */
class LockTimeoutTests {

  @Test
  void retriesAfterALockTimeout() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    try (TestDatabase owner =
            TestDatabase.open(server.url(), server.user(), server.password(), 3).withTables();
        TestDatabase hasty =
            TestDatabase.open(
                server.url()
                    + (server.url().contains("?") ? "&" : "?")
                    + "options=-c%20lock_timeout=200ms",
                server.user(),
                server.password(),
                2)) {
      AgentContext ctx = Turns.in("t", "ann", "c");
      CountingDataSource counting = new CountingDataSource(hasty.dataSource());
      JdbcPersistentStorage storage = JdbcPersistentStorage.of(counting.dataSource());
      storage.storeMessage(ctx, Turns.user("first"));
      CompletableFuture<Void> stored;
      try (Connection other = owner.dataSource().getConnection();
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        statement.execute("select * from adk_conversation for update");
        stored =
            CompletableFuture.runAsync(() -> storage.storeMessage(ctx, Turns.assistant("second")));
        // the first try has given up: the second looks first whether the conversation is there
        Awaitility.await()
            .pollInterval(Duration.ofMillis(5))
            .atMost(Duration.ofSeconds(30))
            .until(
                () ->
                    counting.sent().stream()
                        .anyMatch(sql -> sql.contains("on conflict do nothing")));
        other.rollback();
      }
      stored.get(1, TimeUnit.MINUTES);
      assertThat(storage.fetchMessages(ctx))
          .extracting(Message::id)
          .containsExactly("first", "second");
    }
  }

  @Test
  void aConnectionIsGivenBackWithTheIsolationItCameWith() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    try (TestDatabase database =
        TestDatabase.open(
                server.url()
                    + (server.url().contains("?") ? "&" : "?")
                    + "options=-c%20default_transaction_isolation=serializable",
                server.user(),
                server.password(),
                1)
            .withTables()) {
      JdbcPersistentStorage storage = database.storage();
      AgentContext ctx = Turns.in("t", "ann", "c");
      storage.storeMessage(ctx, Turns.user("m"));
      storage.fetchMessages(ctx);

      assertThat(database.query("show transaction_isolation")).containsExactly("serializable");
    }
  }
}

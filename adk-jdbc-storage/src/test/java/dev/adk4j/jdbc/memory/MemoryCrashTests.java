package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.jdbc.ForkedJvm;
import dev.adk4j.jdbc.PostgresServer;
import dev.adk4j.jdbc.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that is killed between its turns and their extraction. */
@Tag("slow")
class MemoryCrashTests {

  private static final long SEED = 20_260_103L;

  @Test
  void nothingCapturedIsSkippedAfterKillsOnH2(@TempDir Path directory) throws Exception {
    killAgainAndAgain("H2", h2(directory), "sa", "", 10);
  }

  @Test
  void nothingCapturedIsSkippedAfterKillsOnPostgres() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    killAgainAndAgain("PostgreSQL", server.url(), server.user(), server.password(), 10);
  }

  @Test
  @Tag("soak")
  void nothingCapturedIsSkippedAfterFiftyKillsOnH2(@TempDir Path directory) throws Exception {
    killAgainAndAgain("H2", h2(directory), "sa", "", 50);
  }

  @Test
  @Tag("soak")
  void nothingCapturedIsSkippedAfterFiftyKillsOnPostgres() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    killAgainAndAgain("PostgreSQL", server.url(), server.user(), server.password(), 50);
  }

  private static String h2(Path directory) {
    return "jdbc:h2:file:" + directory.resolve("crash").toAbsolutePath() + ";WRITE_DELAY=0";
  }

  private void killAgainAndAgain(String name, String url, String user, String password, int kills)
      throws Exception {
    try (TestDatabase database = TestDatabase.open(url, user, password, 1)) {
      Deliveries.createTable(database.withTables());
    }
    Random random = new Random(SEED);
    Set<String> acknowledged = new HashSet<>();
    long waiting = 0;
    int leases = 0;
    for (int run = 0; run < kills; run++) {
      Process writer =
          ForkedJvm.start(
              MemoryCrashWriter.class, List.of("-Xmx128m"), url, user, password, "run" + run);
      acknowledged.addAll(
          ForkedJvm.killAfter(writer, 1 + random.nextInt(30), random.nextInt(20_000_000)));
      try (TestDatabase database = TestDatabase.open(url, user, password, 1).alone()) {
        waiting +=
            database.count(
                "select count(*) from adk_message m where not exists (select 1 from delivered d"
                    + " where d.message_id = m.id)");
        leases +=
            (int)
                database.count(
                    "select count(*) from adk_memory_cursor where lease_token is not null");
      }
    }
    restartAndCheck(name, url, user, password, acknowledged, kills, waiting, leases);
  }

  private static void restartAndCheck(
      String name,
      String url,
      String user,
      String password,
      Set<String> acknowledged,
      int kills,
      long waiting,
      int leases) {
    try (TestDatabase database = TestDatabase.open(url, user, password, 8);
        MemoryNode restarted =
            new MemoryNode(
                database,
                new Deliveries(database, Duration.ZERO, "restarted"),
                MemoryNode.SHORT_LEASE)) {
      long started = System.nanoTime();
      await()
          .atMost(Duration.ofMinutes(3))
          .untilAsserted(
              () -> assertThat(restarted.memory().backlog().get("deliveries").messages()).isZero());
      Duration took = Duration.ofNanos(System.nanoTime() - started);

      assertThat(database.query("select id from adk_message")).containsAll(acknowledged);
      assertThat(
              database.query(
                  "select id from adk_message m where not exists (select 1 from delivered d"
                      + " where d.message_id = m.id)"))
          .as("stored and never extracted")
          .isEmpty();
      assertThat(
              database.query(
                  "select d.message_id from delivered d where not exists (select 1 from adk_message m"
                      + " where d.message_id = m.id)"))
          .as("extracted and never stored")
          .isEmpty();
      assertThat(
              database.query(
                  "select conversation, seq from delivered group by conversation, seq"
                      + " having count(distinct message_id) > 1"))
          .as("numbers that were given out twice")
          .isEmpty();
      await()
          .atMost(Duration.ofMinutes(3))
          .untilAsserted(
              () -> {
                assertThat(database.count("select count(*) from adk_memory_journal")).isZero();
                assertThat(
                        database.count(
                            "select count(*) from adk_memory_turn where closed_at is null"))
                    .isZero();
              });
      long messages = database.count("select count(*) from adk_message");
      long deliveries = database.count("select count(*) from delivered");
      System.out.printf(
          "%s: %d kills, %d turns acknowledged, %d messages stored, %d not extracted yet at the kills, %d leases held"
              + " by the dead; after the restart all extracted within %d ms, %d delivered again, 0 skipped%n",
          name,
          kills,
          acknowledged.size(),
          messages,
          waiting,
          leases,
          took.toMillis(),
          deliveries - messages);
    }
  }
}

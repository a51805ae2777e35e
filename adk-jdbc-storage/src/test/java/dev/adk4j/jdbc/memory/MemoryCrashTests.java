package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.jdbc.Address;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An application that is killed between its turns and their extraction. */
@Tag("slow")
class MemoryCrashTests {

  private static final long SEED = 20_260_103L;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void nothingCapturedIsSkippedAfterKills(DatabaseKind kind) throws Exception {
    killAgainAndAgain(kind, 10);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("soak")
  void nothingCapturedIsSkippedAfterFiftyKills(DatabaseKind kind) throws Exception {
    killAgainAndAgain(kind, 50);
  }

  private void killAgainAndAgain(DatabaseKind kind, int kills) throws Exception {
    Address address = Address.of(kind, directory);
    try (TestDatabase database = address.open(1)) {
      Deliveries.createTable(database);
    }
    AtomicLong waiting = new AtomicLong();
    AtomicLong leases = new AtomicLong();
    Set<String> acknowledged =
        address.kill(
            MemoryCrashWriter.class,
            kills,
            new Random(SEED),
            new Address.Lines(1, 30, 20_000_000),
            soFar -> {
              try (TestDatabase database = address.open(1).alone()) {
                waiting.addAndGet(database.query(Deliveries.UNDELIVERED).size());
                leases.addAndGet(
                    database.count(
                        "select count(*) from adk_memory_cursor where lease_token is not null"));
              }
            });
    restartAndCheck(kind, address, acknowledged, kills, waiting.get(), leases.get());
  }

  private static void restartAndCheck(
      DatabaseKind kind,
      Address address,
      Set<String> acknowledged,
      int kills,
      long waiting,
      long leases) {
    try (TestDatabase database = address.open(8);
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
      assertThat(database.query(Deliveries.UNDELIVERED)).as("stored and never extracted").isEmpty();
      assertThat(
              database.query(
                  "select d.message_id from delivered d where not exists (select 1 from adk_message"
                      + " m where d.message_id = m.id)"))
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
          "%s: %d kills, %d turns acknowledged, %d messages stored, %d not extracted yet at the"
              + " kills, %d leases held by the dead; after the restart all extracted within %d ms,"
              + " %d delivered again, 0 skipped%n",
          kind,
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

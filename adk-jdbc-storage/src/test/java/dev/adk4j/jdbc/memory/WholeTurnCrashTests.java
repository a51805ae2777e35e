package dev.adk4j.jdbc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.jdbc.Address;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.test.AgentContexts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An application that is killed in turns which use retrieval, memory and files. */
@Tag("slow")
class WholeTurnCrashTests {

  private static final long SEED = 20_260_104L;
  private static final Duration AGE = Duration.ofHours(1);

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void losesNothingAndLeavesNoBytesAfterKills(DatabaseKind kind) throws Exception {
    killAgainAndAgain(kind, 2);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("soak")
  void losesNothingAndLeavesNoBytesAfterFiftyKills(DatabaseKind kind) throws Exception {
    killAgainAndAgain(kind, 50);
  }

  private void killAgainAndAgain(DatabaseKind kind, int kills) throws Exception {
    Address address = Address.of(kind, directory);
    try (TestDatabase database = address.open(1)) {
      Deliveries.createTable(database);
    }
    Set<String> acknowledged =
        address.kill(
            WholeTurnWriter.class,
            kills,
            new Random(SEED),
            new Address.Lines(1, 20, 60_000_000),
            soFar -> {});
    try (TestDatabase database = address.open(8)) {
      Found found = restartAndCheck(database, acknowledged);
      long before = database.count("select count(*) from adk_blob");
      sweep(database);
      sweep(database);
      assertThat(database.count("select count(*) from adk_blob"))
          .as("contents that some record names")
          .isEqualTo(found.named);
      assertThat(
              database.count(
                  "select count(*) from adk_blob_chunk c where not exists (select 1 from adk_blob b"
                      + " where b.tenant = c.tenant and b.conversation = c.conversation"
                      + " and b.content_id = c.content_id)"))
          .isZero();
      assertThat(read(database)).as("after the sweep").isEqualTo(found);
      System.out.printf(
          "%s: %d kills, %d turns acknowledged and all there with their bytes, %d contents, %d of"
              + " them named by no record and swept%n",
          kind, kills, acknowledged.size(), before, before - found.named);
    }
  }

  private static Found restartAndCheck(TestDatabase database, Set<String> acknowledged)
      throws Exception {
    try (WholeTurnNode restarted =
        new WholeTurnNode(database, new Deliveries(database, Duration.ZERO, "restarted"))) {
      await()
          .atMost(Duration.ofMinutes(3))
          .untilAsserted(
              () -> assertThat(restarted.memory().backlog().get("deliveries").messages()).isZero());
    }
    Found found = read(database);
    for (String id : acknowledged) {
      assertThat(found.records)
          .as("what turn %s stored", id)
          .contains(
              id,
              id + "-passage",
              id + "-memory",
              id + "-thought",
              id + "-call",
              id + "-answer",
              "fact of " + id);
    }
    assertThat(database.query(Deliveries.UNDELIVERED)).as("stored and never extracted").isEmpty();
    return found;
  }

  /**
   * Reads everything, bytes too.
   *
   * @param records ids of records, and facts
   * @param named how many contents the records name
   */
  private record Found(Set<String> records, long named) {}

  private static Found read(TestDatabase database) throws Exception {
    JdbcPersistentStorage storage =
        JdbcPersistentStorage.builder(database.dataSource())
            .options(JdbcStorageOptions.DEFAULT.withFetchLimits(FetchLimits.all(100_000)))
            .build();
    Set<String> records = new HashSet<>();
    long named = 0;
    for (int n = 0; n < 3; n++) {
      AgentContext ctx = AgentContexts.forScope(WholeTurnNode.scope(n));
      for (Message message : storage.fetchMessages(ctx)) {
        records.add(message.id());
        for (Media media : message.attachments()) {
          named++;
          assertThat(new String(media.readAllBytes(), StandardCharsets.UTF_8))
              .isEqualTo(WholeTurnNode.bytes(message.id()));
        }
      }
      for (Retrievable passage : storage.fetchRetrievables(ctx)) {
        named++;
        records.add(passage.id());
        assertThat(passage.contentString()).isEqualTo(WholeTurnNode.bytes(passage.id()));
      }
      for (ToolCall call : storage.fetchToolCalls(ctx)) {
        named++;
        records.add(call.id());
        assertThat(((ToolResults.Artifacts) call.results()).items().getFirst().asString())
            .isEqualTo(WholeTurnNode.bytes(call.id()));
      }
      storage.fetchThoughts(ctx).forEach(thought -> records.add(thought.id()));
      storage.fetchMemories(ctx).forEach(memory -> records.add(memory.id()));
    }
    records.addAll(database.query("select content from adk_memory_record"));
    return new Found(records, named);
  }

  private static void sweep(TestDatabase database) {
    long now = database.count("select max(created_at) from adk_blob");
    Instant later = Instant.ofEpochMilli(now).plus(AGE.multipliedBy(2));
    AdkStorageAdmin.of(database.dataSource(), JdbcStorageOptions.DEFAULT, () -> later)
        .cleanUpBytes(AGE);
  }
}

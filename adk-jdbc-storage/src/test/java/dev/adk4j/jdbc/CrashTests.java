package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A writer that is killed in the middle of its flushes. */
class CrashTests {

  private static final long SEED = 20_260_102L;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void aKilledWriterLeavesNoHalfFlush(DatabaseKind kind) throws Exception {
    killAgainAndAgain(kind, 1);
  }

  @Nested
  @Tag("slow")
  class KilledTenTimes {

    @ParameterizedTest
    @EnumSource
    void leavesNoHalfFlush(DatabaseKind kind) throws Exception {
      killAgainAndAgain(kind, 10);
    }
  }

  @Nested
  @Tag("soak")
  class KilledFiftyTimes {

    @ParameterizedTest
    @EnumSource
    void leavesNoHalfFlush(DatabaseKind kind) throws Exception {
      killAgainAndAgain(kind, 50);
    }
  }

  private void killAgainAndAgain(DatabaseKind kind, int kills) throws Exception {
    Address address = Address.of(kind, directory);
    AtomicInteger unacknowledged = new AtomicInteger();
    Set<String> acknowledged =
        address.kill(
            CrashWriter.class,
            kills,
            new Random(SEED),
            new Address.Lines(60, 60, 4_000_000),
            soFar -> unacknowledged.set(check(address, soFar)));
    System.out.printf(
        "%s: %d kills, %d flushes acknowledged and all there, %d more stored whole, none in half%n",
        kind, kills, acknowledged.size(), unacknowledged.get());
  }

  private static int check(Address address, Set<String> acknowledged) {
    try (TestDatabase database = address.open(1).alone()) {
      Map<String, Integer> parts = new HashMap<>();
      for (String table : List.of("adk_thought", "adk_tool_call", "adk_message")) {
        database.query("select id from " + table).forEach(id -> parts.merge(id, 1, Integer::sum));
      }
      assertThat(parts.keySet()).as("acknowledged flushes").containsAll(acknowledged);
      assertThat(parts.values()).as("records per flush").containsOnly(3);
      long records = 3L * parts.size();
      assertThat(
              database.query(
                  "select count(distinct seq), min(seq), max(seq) from (select seq from adk_message"
                      + " union all select seq from adk_thought union all select seq from"
                      + " adk_tool_call) r"))
          .containsExactly(records + "|1|" + records);
      assertThat(database.count("select last_seq from adk_conversation")).isEqualTo(records);
      return parts.size() - acknowledged.size();
    }
  }
}

package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer that is killed in the middle of its flushes. */
class CrashTests {

  private static final long SEED = 20_260_102L;

  @Test
  void aKilledWriterLeavesNoHalfFlushOnH2(@TempDir Path directory) throws Exception {
    killOnH2(directory, 1);
  }

  @Test
  void aKilledWriterLeavesNoHalfFlushOnPostgres() throws Exception {
    killOnPostgres(1);
  }

  @Nested
  @Tag("slow")
  class KilledTenTimes {

    @Test
    void leavesNoHalfFlushOnH2(@TempDir Path directory) throws Exception {
      killOnH2(directory, 10);
    }

    @Test
    void leavesNoHalfFlushOnPostgres() throws Exception {
      killOnPostgres(10);
    }
  }

  @Nested
  @Tag("soak")
  class KilledFiftyTimes {

    @Test
    void leavesNoHalfFlushOnH2(@TempDir Path directory) throws Exception {
      killOnH2(directory, 50);
    }

    @Test
    void leavesNoHalfFlushOnPostgres() throws Exception {
      killOnPostgres(50);
    }
  }

  private void killOnH2(Path directory, int kills) throws Exception {
    killAgainAndAgain("H2", h2(directory), "sa", "", kills);
  }

  private void killOnPostgres(int kills) throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    killAgainAndAgain("PostgreSQL", server.url(), server.user(), server.password(), kills);
  }

  private static String h2(Path directory) {
    return "jdbc:h2:file:" + directory.resolve("crash").toAbsolutePath() + ";WRITE_DELAY=0";
  }

  private void killAgainAndAgain(String name, String url, String user, String password, int kills)
      throws Exception {
    try (TestDatabase database = TestDatabase.open(url, user, password, 1)) {
      database.withTables();
    }
    Random random = new Random(SEED);
    Set<String> acknowledged = new HashSet<>();
    int unacknowledged = 0;
    for (int run = 0; run < kills; run++) {
      Process writer =
          ForkedJvm.start(CrashWriter.class, List.of("-Xmx128m"), url, user, password, "run" + run);
      acknowledged.addAll(
          ForkedJvm.killAfter(writer, 60 + random.nextInt(60), random.nextInt(4_000_000)));
      unacknowledged = check(url, user, password, acknowledged);
    }
    System.out.printf(
        "%s: %d kills, %d flushes acknowledged and all there, %d more stored whole, none in half%n",
        name, kills, acknowledged.size(), unacknowledged);
  }

  private static int check(String url, String user, String password, Set<String> acknowledged) {
    try (TestDatabase database = TestDatabase.open(url, user, password, 1).alone()) {
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

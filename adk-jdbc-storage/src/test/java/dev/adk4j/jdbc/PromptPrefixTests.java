package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a database gives back makes the same prompt as what was put in: caches are by bytes. */
@Timeout(120)
class PromptPrefixTests {

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void eachPromptBeginsWithTheOneBefore(DatabaseKind kind) {
    try (TestDatabase database = kind.empty(4).withTables()) {
      PromptProcess process = new PromptProcess(database, directory.resolve("last"), 0);
      for (String text : List.of("one", "two", "three")) {
        process.send(text);
      }

      assertThat(process.prompts).hasSize(6);
      for (int i = 1; i < 6; i++) {
        assertThat(process.prompts.get(i)).startsWith(lines(process.prompts.get(i - 1)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void goesOnFromTheSameBeginningAfterAKill(DatabaseKind kind) throws Exception {
    String url = "jdbc:h2:file:" + directory.resolve("agent").toAbsolutePath() + ";WRITE_DELAY=0";
    String user = "sa";
    String password = "";
    if (kind == DatabaseKind.POSTGRES) {
      PostgresServer server = PostgresServer.get().newDatabase();
      url = server.url();
      user = server.user();
      password = server.password();
    }
    try (TestDatabase database = TestDatabase.open(url, user, password, 4)) {
      database.withTables();
    }
    Path last = directory.resolve("last");
    killed(ForkedJvm.start(PromptProcess.class, List.of(), url, user, password, last.toString()));
    List<String> before = Files.readAllLines(last);

    try (TestDatabase database = TestDatabase.open(url, user, password, 4)) {
      PromptProcess here = new PromptProcess(database, directory.resolve("here"), 0);
      here.send("three");

      assertThat(before).hasSizeGreaterThan(6);
      assertThat(here.prompts.getFirst()).startsWith(lines(before));
    }
  }

  private static void killed(Process process) throws Exception {
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("STOPPED");
      process.toHandle().destroyForcibly();
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
  }

  private static String[] lines(List<String> lines) {
    return lines.toArray(String[]::new);
  }
}

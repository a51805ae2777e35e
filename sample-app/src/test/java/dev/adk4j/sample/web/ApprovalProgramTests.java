package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.program.ApprovalProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The application is killed between question and decision; the decision comes over HTTP, and nobody
 * waits for what becomes of it.
 */
@Tag("slow")
@Timeout(600)
class ApprovalProgramTests {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;

  @Test
  void aDecisionOverHttpLetsTheTurnGoOnInTheNextProcess() throws Exception {
    decidesAfterTheKill(
        "--spring.datasource.url=jdbc:h2:file:"
            + directory.resolve("agent").toAbsolutePath()
            + ";WRITE_DELAY=0");
  }

  @Test
  void aDecisionOverHttpLetsTheTurnGoOnInTheNextProcessOnPostgres() throws Exception {
    try (Postgres postgres = Postgres.start()) {
      decidesAfterTheKill(
          "--spring.datasource.url=" + postgres.url(),
          "--spring.datasource.username=" + postgres.user(),
          "--spring.datasource.password=" + postgres.password(),
          "--adk.jdbc.schema=create-if-missing");
    }
  }

  private void decidesAfterTheKill(String... options) throws Exception {
    JsonNode asked;
    SampleProcess first = SampleProcess.start(ApprovalProgram.class, directory, with(options));
    try {
      first.awaitReady();
      asked = JsonMapper.shared().readTree(first.api().postJson("/chat/c", "1 2 3").body());
      assertThat(asked.path("status").asString()).isEqualTo("WAITING");
    } finally {
      first.kill();
    }
    SampleProcess second = SampleProcess.start(ApprovalProgram.class, directory, with(options));
    try {
      second.awaitReady();
      decide(second, asked, 0, "{\"decision\":\"resolve\",\"value\":true}");
      decide(second, asked, 1, "{\"decision\":\"reject\"}");
      assertThat(bank()).isEmpty();
      decide(
          second,
          asked,
          2,
          "{\"decision\":\"resolve\",\"value\":{\"approved\":true,\"args\":{\"order\":7}}}");
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(bank()).containsExactly("1", "7"));

      String turn = "/chat/c/" + asked.path("turnId").asString();
      assertThat(second.api().json(turn).path("refunds").asInt()).isEqualTo(3);
    } finally {
      second.kill();
    }
    assertThat(bank()).containsExactly("1", "7");
  }

  private static void decide(SampleProcess process, JsonNode asked, int gate, String decision)
      throws Exception {
    String path = "/adk/gates/" + asked.path("gates").path(gate).path("id").asString();
    assertThat(process.api().postJson(path, decision).statusCode()).isIn(200, 202);
  }

  private String[] with(String... options) {
    return Stream.concat(
            Arrays.stream(options),
            List.of(
                "--spring.config.name=program",
                "--bank=" + bankFile(),
                "--adk.client.system-prompt=You refund.",
                "--adk.gates.web.enabled=true",
                "--spring.ai.model.chat=none",
                "--spring.ai.model.embedding=none",
                "--spring.ai.model.image=none",
                "--spring.ai.model.moderation=none",
                "--spring.ai.model.audio.speech=none",
                "--spring.ai.model.audio.transcription=none",
                "--spring.flyway.enabled=false")
                .stream())
        .toArray(String[]::new);
  }

  private Path bankFile() {
    return directory.resolve("bank").toAbsolutePath();
  }

  private List<String> bank() throws Exception {
    return Files.exists(bankFile()) ? Files.readAllLines(bankFile()) : List.of();
  }
}

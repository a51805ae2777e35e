package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The guide's files are those of the template, and its conversation goes as the guide says. */
@Tag("slow")
class FifteenMinutesTests {

  private static final Path TEMPLATE = Repository.ROOT.resolve("templates/agent-app");

  @TempDir private Path directory;

  @Test
  void theGuideHasTheTemplatesFiles() throws Exception {
    Map<String, String> shown =
        Repository.page("docs/fifteen-minutes.md").samples().stream()
            .filter(sample -> sample.has("file"))
            .collect(Collectors.toMap(sample -> sample.mark("file"), Sample::text));
    assertThat(shown.keySet()).containsAll(sources()).contains("pom.xml");
    for (Map.Entry<String, String> file : shown.entrySet()) {
      assertThat(TEMPLATE.resolve(file.getKey())).content().isEqualTo(file.getValue());
    }
  }

  private static List<String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(TEMPLATE.resolve("src"))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> TEMPLATE.relativize(file).toString())
          .toList();
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void theRefundRunsOnceAfterARestartAndAnApproval(CapturedOutput output) throws Exception {
    walk("");
    ShownPrompt.compare("docs/fifteen-minutes.md", output);
  }

  @Test
  void theSameOnPostgres() throws Exception {
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(2)).start()) {
      walk(
          """

          spring.profiles.active=postgres
          PG_URL=%s
          PG_USER=postgres
          PG_PASSWORD=postgres
          """
              .formatted(postgres.getJdbcUrl("postgres", "postgres")));
    }
  }

  private void walk(String more) throws Exception {
    ScriptedModel model =
        new ScriptedModel()
            .calls("findOrder", "{\"number\":\"4711\"}")
            .says("It is shipped.")
            .calls("refund", "{\"number\":\"4711\"}")
            .says("You have your money back.");
    Path classes = compiled(more);
    String gate;
    try (TaskApplication app = TaskApplication.start(classes, model)) {
      assertThat(app.get("/index.html")).contains("Lamp shop");
      assertThat(json(app.post("/chat/c1", "{\"text\":\"Where is my order 4711?\"}")).path("text"))
          .hasToString("\"It is shipped.\"");
      JsonNode waiting = json(app.post("/chat/c1", "{\"text\":\"I want my money back.\"}"));
      assertThat(waiting.path("status").stringValue()).isEqualTo("WAITING");
      assertThat(waiting.at("/gates/0/args/number").stringValue()).isEqualTo("4711");
      gate = waiting.at("/gates/0/id").stringValue();
    }
    try (TaskApplication app = TaskApplication.start(classes, model)) {
      JsonNode answer = json(app.post("/chat/c1/gates/" + gate, "{\"approved\":true}"));
      assertThat(answer.path("text").stringValue()).isEqualTo("You have your money back.");
      assertThat(model.lastPrompt()).contains("Refunded.");
    }
  }

  private Path compiled(String more) throws IOException {
    List<Path> sources;
    try (Stream<Path> files = Files.walk(TEMPLATE.resolve("src/main/java"))) {
      sources = files.filter(file -> file.toString().endsWith(".java")).toList();
    }
    assertThat(JavaCompilation.compileFiles(sources, directory)).isEmpty();
    FileSystemUtils.copyRecursively(TEMPLATE.resolve("src/main/resources"), directory);
    Path properties = directory.resolve("application.properties");
    Files.writeString(
        properties,
        Files.readString(properties)
                .replace("${OPENAI_API_KEY}", "none")
                .replace("${user.dir}", directory.toString())
            + more);
    return directory;
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }
}

package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and starts the program of the README as it is printed, with a script as its model. */
class ReadmeProgramTests {

  @TempDir private Path directory;

  @Test
  void programAnswersAsksAndTakesTheDecision() throws Exception {
    ScriptedModel model =
        new ScriptedModel()
            .says("Hello Ann.")
            .calls("payBack", "{\"order\":\"4711\"}")
            .says("You have your money back.");
    try (TaskApplication app = TaskApplication.start(written(), model)) {
      assertThat(app.post("/chat/1", "{\"text\":\"Hello\"}")).contains("Hello", "Ann.");

      String asked = app.post("/chat/1", "{\"text\":\"Pay 4711 back.\"}");
      Matcher gate = Pattern.compile("\"ref\":\"([^\"]+)\"").matcher(asked);
      assertThat(gate.find()).as(asked).isTrue();

      assertThat(app.post("/chat/1/gates/" + gate.group(1), "{\"approved\":true}"))
          .contains("You have your money back.");
      assertThat(model.lastPrompt()).contains("Paid back 4711.");
    }
  }

  private Path written() throws Exception {
    Path project = directory.resolve("project");
    for (Sample sample : Repository.page("README.md").samples()) {
      if (sample.has("file")) {
        Path file = project.resolve(sample.mark("file"));
        Files.createDirectories(file.getParent());
        Files.writeString(file, sample.text());
      }
    }
    Path classes = directory.resolve("classes");
    Path source = project.resolve("src/main/java/com/example/shop/ShopApplication.java");
    assertThat(JavaCompilation.compileFiles(List.of(source), classes)).isEmpty();
    String properties =
        Files.readString(project.resolve("src/main/resources/application.properties"));
    assertThat(properties).contains("spring.ai.openai.api-key=${OPENAI_API_KEY}");
    Files.writeString(
        classes.resolve("application.properties"),
        properties.replace("${user.home}", directory.toString()));
    return classes;
  }
}

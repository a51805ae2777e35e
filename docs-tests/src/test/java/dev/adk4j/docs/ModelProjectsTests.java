package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Builds a project of what the page about models prints, with each starter of its table, and starts
 * it. {@code RealModelPageTests} of the sample does so within its process, for one starter.
 */
@Tag("slow")
class ModelProjectsTests {

  private static final MarkdownPage PAGE = Repository.page("docs/use-a-real-model.md");

  @TempDir private Path directory;

  @Test
  void theTableNamesTheStartersThatAreTried() {
    assertThat(PAGE.names())
        .filteredOn(name -> name.startsWith("spring-ai-starter-model-"))
        .contains(
            "spring-ai-starter-model-openai",
            "spring-ai-starter-model-anthropic",
            "spring-ai-starter-model-ollama",
            "spring-ai-starter-model-google-genai");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic", "ollama"})
  void startsAsThePageSays(String provider) throws Exception {
    run(provider, APP, "");
  }

  /** Other providers' wire formats are tried in {@code adk-spring-ai}, with the same clients. */
  @Test
  void startsWithGeminiAndAnswers() throws Exception {
    try (GeminiServer gemini = GeminiServer.start()) {
      run("google-genai", TURNS, gemini.url());
      assertThat(gemini.asked())
          .containsExactly(
              "streamGenerateContent: text",
              "generateContent: text",
              "streamGenerateContent: text",
              "streamGenerateContent: functionResponse");
    }
  }

  private void run(String provider, String app, String gemini) throws Exception {
    Path source = directory.resolve("source");
    Path code = Files.createDirectories(source.resolve("src/main/java/com/example"));
    Path resources = Files.createDirectories(source.resolve("src/main/resources"));
    Files.writeString(source.resolve("pom.xml"), pom(provider).replace("ADDRESS", gemini));
    Files.writeString(code.resolve("App.java"), app);
    Files.writeString(resources.resolve("application.yml"), yaml("openai"));
    Files.writeString(resources.resolve("application-page.yml"), yaml(provider));
    Files.writeString(
        resources.resolve("application.properties"),
        "spring.profiles.active=page\nOPENAI_API_KEY=none\nANTHROPIC_API_KEY=none\n"
            + "GEMINI_API_KEY=none\n"
            // "until the agent has a tool"
            + (app.contains("@AgentTool") ? "adk.storage.noop=\n" : ""));
    try (FreshProject project = FreshProject.copyOf(source, directory)) {
      project.run("mvn spring-boot:run");
    }
  }

  /** Returns the page's block for that provider. */
  private static String yaml(String provider) {
    return PAGE.samples("yaml").stream()
        .map(Sample::text)
        .filter(
            text ->
                text.startsWith(
                    "spring:\n  ai:\n    " + provider.replace("-", ":\n      ") + ":\n"))
        .findFirst()
        .orElseThrow();
  }

  private static String pom(String provider) throws IOException {
    String printed =
        PAGE.samples("xml").stream().map(Sample::text).collect(Collectors.joining("\n"));
    assertThat(List.of("<dependencyManagement>", "<dependencies>")).allMatch(printed::contains);
    return POM.replace(
        "PRINTED",
        printed.replace("spring-ai-starter-model-openai", "spring-ai-starter-model-" + provider));
  }

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <parent>
          <groupId>org.springframework.boot</groupId>
          <artifactId>spring-boot-starter-parent</artifactId>
          <version>4.1.2</version>
          <relativePath/>
        </parent>
        <groupId>com.example</groupId>
        <artifactId>model</artifactId>
        <version>1</version>
      PRINTED
        <build>
          <plugins>
            <plugin>
              <groupId>org.springframework.boot</groupId>
              <artifactId>spring-boot-maven-plugin</artifactId>
              <configuration>
                <environmentVariables>
                  <GOOGLE_GEMINI_BASE_URL>ADDRESS</GOOGLE_GEMINI_BASE_URL>
                </environmentVariables>
              </configuration>
            </plugin>
          </plugins>
        </build>
      </project>
      """;

  /** Ends when it has started; a start that fails is the command's failure. */
  private static final String APP =
      """
      package com.example;

      import dev.adk4j.client.AgentClient;
      import org.springframework.boot.SpringApplication;
      import org.springframework.boot.autoconfigure.SpringBootApplication;

      @SpringBootApplication
      public class App {

        public static void main(String[] args) {
          try (var context = SpringApplication.run(App.class, args)) {
            context.getBean(AgentClient.class);
          }
        }
      }
      """;

  /** Asks in a stream, then without one, then for the result of a tool. */
  private static final String TURNS =
      """
      package com.example;

      import dev.adk4j.client.AgentClient;
      import dev.adk4j.springai.chat.ChatModelExecutor;
      import dev.adk4j.tool.AgentTool;
      import java.util.Map;
      import org.springframework.boot.SpringApplication;
      import org.springframework.boot.autoconfigure.SpringBootApplication;

      @SpringBootApplication
      public class App {

        @AgentTool(description = "Counts the lamps.")
        public int lamps() {
          return 3;
        }

        public static void main(String[] args) {
          try (var context = SpringApplication.run(App.class, args)) {
            AgentClient client = context.getBean(AgentClient.class);
            check("Hello from Gemini.", client.ask("Hello?"));
            check(
                "Hello from Gemini.",
                client.ask(
                    "Hello?",
                    o -> o.stash(ChatModelExecutor.STASH_KEY, Map.of("stream", false))));
            check("There are 3.", client.ask("How many lamps?"));
          }
        }

        private static void check(String wanted, String answer) {
          if (!wanted.equals(answer)) {
            throw new IllegalStateException(answer);
          }
        }
      }
      """;
}

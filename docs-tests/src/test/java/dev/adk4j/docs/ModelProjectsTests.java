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
            "spring-ai-starter-model-ollama");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic", "ollama"})
  void startsAsThePageSays(String provider) throws Exception {
    Path source = directory.resolve("source");
    Path code = Files.createDirectories(source.resolve("src/main/java/com/example"));
    Path resources = Files.createDirectories(source.resolve("src/main/resources"));
    Files.writeString(source.resolve("pom.xml"), pom(provider));
    Files.writeString(code.resolve("App.java"), APP);
    Files.writeString(resources.resolve("application.yml"), yaml("openai"));
    Files.writeString(resources.resolve("application-page.yml"), yaml(provider));
    Files.writeString(
        resources.resolve("application.properties"),
        "spring.profiles.active=page\nOPENAI_API_KEY=none\nANTHROPIC_API_KEY=none\n");
    try (FreshProject project = FreshProject.copyOf(source, directory)) {
      project.run("mvn spring-boot:run");
    }
  }

  /** Returns the page's block for that provider. */
  private static String yaml(String provider) {
    return PAGE.samples("yaml").stream()
        .map(Sample::text)
        .filter(text -> text.startsWith("spring:\n  ai:\n    " + provider + ":\n"))
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
}

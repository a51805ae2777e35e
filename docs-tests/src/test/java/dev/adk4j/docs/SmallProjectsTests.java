package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.FileSystemUtils;

/** Builds projects that use what was installed, each outside of this tree with its own tests. */
@Tag("slow")
class SmallProjectsTests {

  @TempDir private Path directory;

  @Test
  void templatePassesItsTests() throws Exception {
    Path source = Repository.ROOT.resolve("templates/agent-app");
    try (FreshProject project = FreshProject.copyOf(source, directory)) {
      project.run("mvn test");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "jdbc", "jpa", "agents", "chat-memory"})
  void projectWithOneModulePassesItsTests(String name) throws Exception {
    Path source = Repository.ROOT.resolve("docs-tests/src/test/projects").resolve(name);
    try (FreshProject project = FreshProject.copyOf(source, directory)) {
      project.run("mvn test");
    }
  }

  /** The tests of the project know Spring AI alone: they pass with its own memory, too. */
  @Test
  void projectOfSpringAisChatMemoryChangesOneDependency() throws Exception {
    Path source = Repository.ROOT.resolve("docs-tests/src/test/projects/chat-memory");
    Path before = directory.resolve("before");
    FileSystemUtils.copyRecursively(source, before);
    String build = Files.readString(before.resolve("pom.xml"));
    Files.writeString(
        before.resolve("pom.xml"),
        build.replaceFirst(
            "(?s)<groupId>dev.adk4j</groupId>.*?<version>[^<]*</version>",
            "<groupId>org.springframework.ai</groupId>"
                + "<artifactId>spring-ai-starter-model-chat-memory-repository-jdbc</artifactId>"
                + "<version>2.0.0</version>"));
    assertThat(Files.readString(before.resolve("pom.xml"))).doesNotContain("<groupId>dev.adk4j");
    try (FreshProject project = FreshProject.copyOf(before, directory)) {
      project.run("mvn test");
    }
  }
}

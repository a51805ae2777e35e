package dev.adk4j.docs;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Builds projects that use what was installed, each outside of this tree with its own tests. */
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
  @ValueSource(strings = {"plain", "jdbc", "jpa", "agents"})
  void projectWithOneModulePassesItsTests(String name) throws Exception {
    Path source = Repository.ROOT.resolve("docs-tests/src/test/projects").resolve(name);
    try (FreshProject project = FreshProject.copyOf(source, directory)) {
      project.run("mvn test");
    }
  }
}

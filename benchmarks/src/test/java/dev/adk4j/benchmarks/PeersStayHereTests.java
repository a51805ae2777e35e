package dev.adk4j.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The peers are on this module's class path and on no other's. */
class PeersStayHereTests {

  private static final List<String> ONLY_HERE =
      List.of(
          "<artifactId>google-adk</artifactId>",
          "<artifactId>langchain4j</artifactId>",
          "<artifactId>spring-ai-session-jdbc</artifactId>",
          "<artifactId>spring-ai-model-chat-memory-repository-jdbc</artifactId>",
          "<artifactId>benchmarks</artifactId>");

  @Test
  void noOtherModuleDependsOnThemOrOnTheBenchmarks() throws IOException {
    Path root = root();
    try (Stream<Path> folders = Files.list(root)) {
      List<Path> poms =
          folders
              .map(folder -> folder.resolve("pom.xml"))
              .filter(Files::exists)
              .filter(pom -> !pom.getParent().endsWith("benchmarks"))
              .toList();

      assertThat(poms).hasSizeGreaterThan(5);
      assertThat(poms)
          .allSatisfy(
              pom -> assertThat(text(pom)).doesNotContain(ONLY_HERE.toArray(String[]::new)));
    }
    assertThat(text(root.resolve("benchmarks/pom.xml"))).contains(ONLY_HERE);
  }

  private static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("settings.gradle.kts"))) {
      at = at.getParent();
    }
    return at;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

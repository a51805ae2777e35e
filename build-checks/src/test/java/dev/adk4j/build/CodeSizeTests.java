package dev.adk4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps the library from growing. Lower a limit when a change makes the code smaller; a change that
 * needs more lines has to save them elsewhere.
 */
class CodeSizeTests {

  private static final int CORE = 32_042;
  private static final int LIBRARY = 111_199;

  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

  @Test
  void coreHasNoMoreLinesOfCode() throws IOException {
    assertThat(lines("adk-core")).isBetween(CORE - 3_000L, (long) CORE);
  }

  @Test
  void libraryHasNoMoreLinesOfCode() throws IOException {
    assertThat(lines("adk-")).isBetween(LIBRARY - 8_000L, (long) LIBRARY);
  }

  /** Counts lines of main code without comments and blank lines. */
  private static long lines(String modules) throws IOException {
    try (Stream<Path> roots = Files.list(BuildParity.root())) {
      return roots
          .filter(module -> module.getFileName().toString().startsWith(modules))
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .mapToLong(CodeSizeTests::linesBelow)
          .sum();
    }
  }

  private static long linesBelow(Path sources) {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .mapToLong(CodeSizeTests::count)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long count(Path file) {
    try {
      return COMMENT
          .matcher(Files.readString(file))
          .replaceAll("")
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("//"))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.adk4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps the library from growing. Lower a limit when a change makes the code smaller; a change that
 * needs more lines has to save them elsewhere.
 */
class CodeSizeTests {

  private static final int CORE = 32_037;
  private static final int LIBRARY = 111_195;

  /** Public top-level types outside of packages that are named internal. */
  private static final int PUBLIC_TYPES = 479;

  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

  @Test
  void coreHasNoMoreLinesOfCode() throws IOException {
    assertThat(lines("adk-core")).isBetween(CORE - 3_000L, (long) CORE);
  }

  @Test
  void libraryHasNoMoreLinesOfCode() throws IOException {
    assertThat(lines("adk-")).isBetween(LIBRARY - 8_000L, (long) LIBRARY);
  }

  /** A type is public only if a user needs it; what only the library needs is internal. */
  @Test
  void libraryHasNoMorePublicTypes() throws IOException {
    long types = 0;
    for (Path sources : sources("adk-")) {
      try (Stream<Path> files = Files.walk(sources)) {
        types += files.filter(CodeSizeTests::isPublicType).count();
      }
    }
    assertThat(types).isBetween(PUBLIC_TYPES - 40L, (long) PUBLIC_TYPES);
  }

  private static boolean isPublicType(Path file) {
    String name = file.getFileName().toString();
    if (!name.endsWith(".java") || file.toString().contains("/internal/")) {
      return false;
    }
    Pattern declaration =
        Pattern.compile(
            "(?m)^public (?:(?:abstract|final|sealed|non-sealed) )*"
                + "(?:class|interface|enum|record|@interface) "
                + name.substring(0, name.length() - 5)
                + "\\b");
    try {
      return declaration.matcher(Files.readString(file)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Counts lines of main code without comments and blank lines. */
  private static long lines(String modules) throws IOException {
    return sources(modules).stream().mapToLong(CodeSizeTests::linesBelow).sum();
  }

  private static List<Path> sources(String modules) throws IOException {
    try (Stream<Path> roots = Files.list(BuildParity.root())) {
      return roots
          .filter(module -> module.getFileName().toString().startsWith(modules))
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .toList();
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

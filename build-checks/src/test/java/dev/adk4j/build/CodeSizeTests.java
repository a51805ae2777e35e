package dev.adk4j.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keeps the library from growing. Lower a limit when a change makes the code smaller; a change that
 * needs more lines has to save them elsewhere.
 */
class CodeSizeTests {

  /** Public top-level types outside of packages that are named internal. */
  private static final int PUBLIC_TYPES = 480;

  /** Lines with comments; a longer file says at its beginning why it is one. */
  private static final int LONG_FILE = 400;

  private static final int LONG_FILES = 5;

  /** A comment, or a text in which the signs of one are no comment. */
  private static final Pattern COMMENT =
      Pattern.compile(
          "\"{3}.*?(?<!\\\\)\"{3}|\"(?:\\\\.|[^\"\\\\])*+\"|'(?:\\\\.|[^'\\\\])*+'"
              + "|(?<comment>//[^\n]*|/\\*.*?\\*/)",
          Pattern.DOTALL);

  @ParameterizedTest
  @CsvSource({
    "adk-, 104_640, 8_000",
    "adk-core, 30_530, 3_000",
    "adk-spring-web/src/main/java/dev/adk4j/web/internal/a2a, 1_200, 400",
    "adk-spring-web/src/main/java/dev/adk4j/web/internal/agui, 1_200, 400",
    "adk-spring-web/src/main/java/dev/adk4j/web/internal/aisdk, 1_200, 800",
    "adk-spring-web/src/main/java/dev/adk4j/web/internal/mcp, 1_200, 400",
    "adk-spring-web/src/main/java/dev/adk4j/web/internal/openai, 1_200, 400",
  })
  void hasNoMoreLinesOfCode(String part, String most, int lessThanThatIsNoLimit)
      throws IOException {
    long limit = Long.parseLong(most.replace("_", ""));
    assertThat(files(part).stream().mapToLong(CodeSizeTests::count).sum())
        .isBetween(limit - lessThanThatIsNoLimit, limit);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "path = \"/**\";\ncode();\nend = \"*/\";",
        "quote = '\"';\n// comment\nurl = \"http://a\"; /* and\n\n more */\n\nlast = '\\'';",
        "text = \"\"\"\n// is code\n/* too */ \\\"\"\"\"\"\";"
      })
  void countsWhatIsNeitherBlankNorComment(String source) {
    assertThat(count(source)).isEqualTo(3);
  }

  /** A type is public only if a user needs it; what only the library needs is internal. */
  @Test
  void libraryHasNoMorePublicTypes() throws IOException {
    assertThat(files("adk-").stream().filter(CodeSizeTests::isPublicType))
        .hasSizeBetween(PUBLIC_TYPES - 40, PUBLIC_TYPES);
  }

  @Test
  void longFilesAreFewAndSayWhy() throws IOException {
    List<Path> files =
        files("adk-").stream().filter(file -> read(file).lines().count() > LONG_FILE).toList();
    assertThat(files)
        .hasSizeLessThanOrEqualTo(LONG_FILES)
        .allSatisfy(file -> assertThat(read(file)).startsWith("// Longer than others: "));
  }

  private static boolean isPublicType(Path file) {
    String name = file.getFileName().toString().replace(".java", "");
    Pattern declaration =
        Pattern.compile(
            "(?m)^public (?:(?:abstract|final|sealed|non-sealed) )*"
                + "(?:class|interface|enum|record|@interface) "
                + name
                + "\\b");
    return !file.toString().contains("/internal/") && declaration.matcher(read(file)).find();
  }

  /** Returns the files of main code whose path in the project begins like this. */
  private static List<Path> files(String part) throws IOException {
    Path root = BuildParity.root();
    try (Stream<Path> modules = Files.list(root)) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .flatMap(CodeSizeTests::below)
          .filter(file -> root.relativize(file).toString().startsWith(part))
          .toList();
    }
  }

  private static Stream<Path> below(Path sources) {
    try (Stream<Path> files = Files.walk(sources)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Counts lines of main code without comments and blank lines. */
  private static long count(Path file) {
    return count(read(file));
  }

  private static long count(String source) {
    return COMMENT
        .matcher(source)
        .replaceAll(
            found -> found.group("comment") == null ? Matcher.quoteReplacement(found.group()) : "")
        .lines()
        .filter(line -> !line.isBlank())
        .count();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

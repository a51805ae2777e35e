package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that the table of features and events names exist, and none of its cells is empty. */
class FeatureTableTests {

  private static final String PAGE = Repository.text("docs/reports/features-and-events.md");
  private static final String TESTS = "FeatureEventTests";

  private static final Map<String, String> SOURCES = sources();

  @Test
  void everyFeatureMeetsEveryEvent() {
    List<String> methods =
        matches("@MethodSource\\(\"cells\"\\)\\s+void (\\w+)\\(", SOURCES.get(TESTS));
    List<String> features = matches("(?m)^  ([A-Z_]+)\\(\\d", SOURCES.get("Feature"));
    assertThat(methods).hasSizeGreaterThanOrEqualTo(10);
    assertThat(features).hasSizeGreaterThanOrEqualTo(8);
    assertThat(matches("`(\\w+\\([A-Z_]+\\))`", PAGE))
        .containsExactlyInAnyOrderElementsOf(
            methods.stream()
                .flatMap(method -> features.stream().map(each -> method + "(" + each + ")"))
                .toList());
  }

  @Test
  void everyOtherTestExists() {
    List<String> named = matches("`(\\w+Tests(?:#\\w+)?)`", PAGE);
    assertThat(named).hasSizeGreaterThan(8);
    for (String name : named) {
      String[] parts = name.split("#");
      assertThat(SOURCES).containsKey(parts[0]);
      if (parts.length > 1) {
        assertThat(SOURCES.get(parts[0])).as(name).contains("void " + parts[1] + "(");
      }
    }
  }

  @Test
  void noCellIsOpen() {
    assertThat(PAGE).doesNotContainPattern("[|] *(open)? *[|]");
  }

  private static List<String> matches(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }

  /** Sources of tests by the name of the class; of several with one name, all. */
  private static Map<String, String> sources() {
    try (Stream<Path> modules = Files.list(Repository.ROOT)) {
      return modules
          .map(module -> module.resolve("src/test/java"))
          .filter(Files::isDirectory)
          .flatMap(FeatureTableTests::files)
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  FeatureTableTests::text,
                  String::concat));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> files(Path directory) {
    try (Stream<Path> tree = Files.walk(directory)) {
      return tree.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    return Repository.text(Repository.ROOT.relativize(file).toString());
  }
}

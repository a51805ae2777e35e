package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages about OWASP's lists have every requirement, and every test that they name is there. */
class SecurityPageTests {

  private static final String ASVS = "docs/security-asvs.md";
  private static final String LLM = "docs/security-llm.md";

  private static final Set<String> STATUSES = Set.of("met", "yours", "not applicable", "open");

  private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

  private static final Pattern ANNOTATION =
      Pattern.compile("@(Test|ParameterizedTest|TestFactory|RepeatedTest|Property|ArchTest)\\b");

  /** One row of a page: a requirement, its status, and what is said of it. */
  private record Row(String number, String status, String how, String tests) {}

  @Test
  void everyRequirementOfTheStandardIsThereOnce() {
    List<String> required =
        Repository.list("asvs-5.0.0.txt").stream().map(line -> line.split(" ")[0]).toList();

    assertThat(required).hasSizeGreaterThan(150);
    assertThat(rows(ASVS, "[0-9]+\\.[0-9]+\\.[0-9]+")).extracting(Row::number).isEqualTo(required);
  }

  @Test
  void everyRiskOfLanguageModelsIsThereOnce() {
    List<String> risks = IntStream.rangeClosed(1, 10).mapToObj("LLM%02d:2025"::formatted).toList();

    assertThat(rows(LLM, "LLM[0-9:]+")).extracting(Row::number).isEqualTo(risks);
  }

  @Test
  void everyStatusIsOneOfFourAndWhatIsMetNamesTests() {
    assertThat(all())
        .allSatisfy(
            row -> {
              assertThat(row.status()).as(row.number()).isIn(STATUSES);
              assertThat(row.how()).as(row.number()).isNotBlank();
              if (row.status().equals("met")) {
                assertThat(row.tests()).as(row.number()).containsPattern(TEST);
              }
            });
  }

  @Test
  void whatIsOpenIsSaidAtTheTop() {
    List<String> open =
        rows(ASVS, "[0-9.]+").stream()
            .filter(row -> row.status().equals("open"))
            .map(Row::number)
            .toList();
    String said =
        Repository.text(ASVS)
            .lines()
            .filter(line -> line.startsWith("What is open: "))
            .findFirst()
            .orElseThrow();

    assertThat(Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+").matcher(said).results())
        .extracting(found -> found.group())
        .isEqualTo(open);
  }

  @Test
  void everyTestThatIsNamedExists() {
    Map<String, String> sources = testSources();
    List<String> missing = new ArrayList<>();
    for (Row row : all()) {
      assertThat(row.tests().replaceAll(TEST.pattern(), "")).as(row.number()).matches("[ ,]*");
      for (Matcher test = TEST.matcher(row.tests()); test.find(); ) {
        String source = sources.getOrDefault(test.group(1), "");
        if (!declares(source, test.group(2))) {
          missing.add(row.number() + ": " + test.group());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void aTestThatDoesNotExistIsFound() {
    String source = Repository.text("docs-tests/src/test/java/dev/adk4j/docs/NameTests.java");

    assertThat(declares(source, "everyModuleExists")).isTrue();
    assertThat(declares(source, "everyModuleExist")).isFalse();
    assertThat(declares(source, "exists")).isFalse();
  }

  /** A method, or a rule of ArchUnit, with an annotation of a test above it. */
  private static boolean declares(String source, String test) {
    Matcher declared =
        Pattern.compile("\\b(void|Stream<\\w+>|ArchRule)\\s+" + test + "\\s*[(=]").matcher(source);
    while (declared.find()) {
      String before = source.substring(0, declared.start());
      String annotations = before.substring(before.lastIndexOf("\n\n") + 1);
      if (ANNOTATION.matcher(annotations).find()) {
        return true;
      }
    }
    return false;
  }

  private static List<Row> all() {
    return Stream.concat(
            rows(ASVS, "[0-9]+\\.[0-9]+\\.[0-9]+").stream(), rows(LLM, "LLM[0-9:]+").stream())
        .toList();
  }

  /** Status, how and tests are the last three columns of both pages. */
  private static List<Row> rows(String page, String number) {
    return Repository.text(page)
        .lines()
        .filter(line -> line.startsWith("|"))
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .filter(cells -> cells.get(1).matches(number))
        .map(
            cells -> {
              int last = cells.size() - 2;
              return new Row(
                  cells.get(1), cells.get(last - 2), cells.get(last - 1), cells.get(last));
            })
        .toList();
  }

  /** The text of all test classes of a name, by that name. */
  private static Map<String, String> testSources() {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> modules = Files.list(Repository.ROOT)) {
      modules.forEach(module -> collect(module.resolve("src/test/java"), sources));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources;
  }

  private static void collect(Path tests, Map<String, String> sources) {
    if (!Files.isDirectory(tests)) {
      return;
    }
    try (Stream<Path> files = Files.walk(tests)) {
      for (Path file : files.filter(f -> f.toString().endsWith("Tests.java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        sources.merge(name, Files.readString(file), String::concat);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Names that the text of a page writes as code are names that exist. */
class NameTests {

  private static final Pattern ERROR_CODE = Pattern.compile("E_[A-Z_]+");
  private static final Pattern OWN_NAME = Pattern.compile("adk(\\.[a-z][a-z-]*)+(=.*)?");
  private static final Pattern ARTIFACT = Pattern.compile("adk(-[a-z]+)+");

  private static final Set<String> CODES =
      Set.copyOf(Repository.page("docs/reference/errors.md").names());
  private static final Set<String> OBSERVED =
      Set.copyOf(Repository.page("docs/reference/observations.md").names());

  @TestFactory
  Stream<DynamicTest> everyErrorCodeExists() {
    return tests(ERROR_CODE, CODES::contains);
  }

  @TestFactory
  Stream<DynamicTest> everyPropertyAndObservationExists() {
    return tests(OWN_NAME, NameTests::exists);
  }

  @TestFactory
  Stream<DynamicTest> everyModuleExists() {
    return tests(ARTIFACT, PublishedArtifacts::publishes);
  }

  @Test
  void aNameThatDoesNotExistIsFound() {
    MarkdownPage page =
        MarkdownPage.of(
            Repository.ROOT.resolve("docs/broken.md"),
            "`E_NO_SUCH_CODE`, `adk.turn.hydrate`, `adk.turn.hydrat`, `adk.turn`, `adk.jdbc.fetch-limit=5`");
    assertThat(unknown(page, ERROR_CODE, CODES::contains)).containsExactly("E_NO_SUCH_CODE");
    assertThat(unknown(page, OWN_NAME, NameTests::exists)).containsExactly("adk.turn.hydrat");
  }

  private static boolean exists(String name) {
    String plain = name.replaceFirst("=.*", "");
    return KnownProperties.contain(plain)
        || KnownProperties.containBelow(plain)
        || OBSERVED.contains(plain);
  }

  private static Stream<DynamicTest> tests(Pattern pattern, Predicate<String> known) {
    return Repository.pages().stream()
        .map(
            page ->
                DynamicTest.dynamicTest(
                    page.name(),
                    page.uri(),
                    () -> assertThat(unknown(page, pattern, known)).isEmpty()));
  }

  private static List<String> unknown(MarkdownPage page, Pattern pattern, Predicate<String> known) {
    return page.names().stream()
        .filter(name -> pattern.matcher(name).matches() && !known.test(name))
        .toList();
  }
}

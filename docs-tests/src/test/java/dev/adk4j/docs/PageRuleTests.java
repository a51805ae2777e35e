package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.json.JsonMapper;

/** What holds for every page: its links lead somewhere, and nothing in it is unchecked. */
class PageRuleTests {

  private static final Set<String> LANGUAGES =
      Set.of(
          "mermaid",
          "html",
          "java",
          "js",
          "jsx",
          "xml",
          "kotlin",
          "yaml",
          "properties",
          "json",
          "sql",
          "sh",
          "console",
          "text");

  private static final Map<Path, MarkdownPage> PAGES =
      Repository.pages().stream()
          .collect(Collectors.toMap(MarkdownPage::file, Function.identity()));

  @TestFactory
  Stream<DynamicTest> everyLinkLeadsSomewhere() {
    return tests(page -> assertThat(brokenLinks(page)).as("broken links").isEmpty());
  }

  @Test
  void everyPageCanBeReachedFromTheEntryPage() {
    Set<Path> reached = new LinkedHashSet<>();
    Deque<Path> open = new ArrayDeque<>(List.of(Repository.ROOT.resolve("docs/README.md")));
    while (!open.isEmpty()) {
      Path file = open.pop();
      if (PAGES.containsKey(file) && reached.add(file)) {
        PAGES.get(file).links().stream().map(link -> target(file, link)).forEach(open::push);
      }
    }
    assertThat(reached).containsAll(PAGES.keySet());
  }

  @TestFactory
  Stream<DynamicTest> everyCodeBlockHasALanguageThatIsChecked() {
    return tests(
        page ->
            assertThat(page.samples())
                .allSatisfy(s -> assertThat(s.language()).as(s.place()).isIn(LANGUAGES)));
  }

  @TestFactory
  Stream<DynamicTest> everyJsonBlockIsJson() {
    return samples("json")
        .map(
            s ->
                DynamicTest.dynamicTest(
                    s.place(), () -> JsonMapper.shared().readTree(s.text()).isContainer()));
  }

  /** JavaScript on a page is a file that the clients' tests run. */
  @TestFactory
  Stream<DynamicTest> everyScriptIsAFileThatATestRuns() {
    List<String> files =
        Stream.of("page.jsx", "terminal.mjs")
            .map(name -> "test-tools/protocols/" + name)
            .map(name -> read(Repository.ROOT.resolve(name)).strip())
            .toList();
    return Stream.concat(samples("js"), samples("jsx"))
        .map(
            s ->
                DynamicTest.dynamicTest(s.place(), () -> assertThat(s.text().strip()).isIn(files)));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A transcript is written by a script, and CI runs that script. */
  @TestFactory
  Stream<DynamicTest> everyTranscriptIsWrittenByAScriptThatCiRuns() {
    return samples("console")
        .map(
            s ->
                DynamicTest.dynamicTest(
                    s.place(),
                    () -> {
                      String[] words = s.mark("transcript").split("[\\s,]+");
                      String script = words.length > 2 ? words[2] : "none";
                      assertThat(s.mark("transcript")).startsWith("written by ");
                      assertThat(Repository.ROOT.resolve(script)).isExecutable();
                      assertThat(Repository.text(".ci/run")).contains(script + " --check");
                    }));
  }

  /** Every command a page asks for is one that a script or test of this tree runs. */
  @TestFactory
  Stream<DynamicTest> everyCommandIsRunSomewhere() {
    Map<String, String[]> known =
        Repository.list("commands.txt").stream()
            .map(line -> line.split("\\s+=>\\s+"))
            .collect(Collectors.toMap(parts -> parts[0], parts -> parts));
    return samples("sh")
        .map(
            s ->
                DynamicTest.dynamicTest(
                    s.place(),
                    () ->
                        s.text()
                            .lines()
                            .filter(line -> !line.isBlank() && !line.startsWith("#"))
                            .forEach(
                                line -> {
                                  assertThat(known).as(s.place()).containsKey(line);
                                  String[] parts = known.get(line);
                                  assertThat(Repository.text(parts[1])).contains(parts[2]);
                                })));
  }

  @Test
  void brokenLinksAreFound() {
    Path file = Repository.ROOT.resolve("docs/broken.md");
    assertThat(
            brokenLinks(
                MarkdownPage.of(
                    file, "[a](nowhere.md) [b](../README.md#no-such-place) [c](../README.md)")))
        .containsExactly("nowhere.md", "../README.md#no-such-place");
  }

  private static Stream<DynamicTest> tests(java.util.function.Consumer<MarkdownPage> check) {
    return PAGES.values().stream()
        .map(p -> DynamicTest.dynamicTest(p.name(), p.uri(), () -> check.accept(p)));
  }

  private static Stream<Sample> samples(String language) {
    return PAGES.values().stream()
        .flatMap(page -> page.samples(language).stream())
        .filter(Sample::supported);
  }

  private static List<String> brokenLinks(MarkdownPage page) {
    List<String> expected = Repository.list("expected-pages.txt");
    List<String> broken = new ArrayList<>();
    for (String link : page.links()) {
      if (link.matches("^[a-z]+:.*")) {
        continue;
      }
      Path target = target(page.file(), link);
      String anchor = link.contains("#") ? link.substring(link.indexOf('#') + 1) : "";
      if (!Files.exists(target)) {
        String name = Repository.ROOT.relativize(target).toString().replace('\\', '/');
        if (!expected.contains(name)) {
          broken.add(link);
        }
      } else if (!anchor.isEmpty() && !anchors(page, target).contains(anchor)) {
        broken.add(link);
      }
    }
    return broken;
  }

  private static Set<String> anchors(MarkdownPage page, Path target) {
    MarkdownPage other = target.equals(page.file()) ? page : PAGES.get(target);
    return other == null ? Set.of() : other.anchors();
  }

  /** The file a link means, without its place in it. */
  private static Path target(Path from, String link) {
    String path = link.replaceFirst("#.*", "");
    if (path.isEmpty() || path.matches("^[a-z]+:.*")) {
      return from;
    }
    return from.getParent().resolve(path).normalize();
  }
}

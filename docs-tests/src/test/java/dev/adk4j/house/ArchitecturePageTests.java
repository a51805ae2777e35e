package dev.adk4j.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.docs.GeneratedPages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Writes the diagram of modules and the list of decisions, and finds the files that are named. */
class ArchitecturePageTests {

  private static final Path ROOT = root();
  static final Path PAGE = ROOT.resolve("docs/architecture.md");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<dependency>\\s*<groupId>dev\\.adk4j</groupId>(.*?)</dependency>", Pattern.DOTALL);
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([a-z-]+)</artifactId>");
  private static final Pattern PACKAGE = Pattern.compile("package `([a-z.]+)`");
  private static final Pattern FILE = Pattern.compile("`([A-Z]\\w+)\\.java`");

  @Test
  void diagramShowsTheArrowsOfTheBuildFiles() throws IOException {
    StringBuilder diagram = new StringBuilder("```mermaid\nflowchart TD\n");
    modules()
        .forEach(
            (module, arrows) -> {
              diagram.append("  ").append(module).append("\n");
              arrows.forEach(
                  (target, optional) ->
                      diagram.append(
                          "  %s %s %s\n".formatted(module, optional ? "-.->" : "-->", target)));
            });
    assertSection("modules", diagram + "```\n");
  }

  @Test
  void decisionsAreListed() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/decisions"))) {
      assertSection(
          "decisions",
          files.sorted().map(ArchitecturePageTests::decision).collect(Collectors.joining()));
    }
  }

  @Test
  void filesOfTheWalksExist() throws IOException {
    List<String> named =
        FILE.matcher(Files.readString(PAGE)).results().map(found -> found.group(1)).toList();
    try (Stream<Path> tree = Files.walk(ROOT)) {
      List<String> known =
          tree.filter(file -> file.toString().contains("src/main/java"))
              .map(file -> file.getFileName().toString())
              .toList();
      assertThat(known).containsAll(named.stream().map(name -> name + ".java").toList());
    }
    assertThat(named).hasSizeGreaterThan(20);
  }

  @Test
  void packagesThatAreNamedExist() throws IOException {
    List<String> named =
        PACKAGE.matcher(Files.readString(PAGE)).results().map(found -> found.group(1)).toList();
    try (Stream<Path> tree = Files.walk(ROOT)) {
      List<String> known =
          tree.filter(Files::isDirectory)
              .filter(folder -> folder.toString().contains("/java/dev/adk4j/"))
              .map(folder -> folder.getFileName().toString())
              .toList();
      assertThat(known).containsAll(named);
    }
    assertThat(named).isNotEmpty();
  }

  private static String decision(Path file) {
    try {
      String title = Files.readAllLines(file).getFirst().substring(2);
      return "* [" + title + "](decisions/" + file.getFileName() + ")\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the modules that have main code, and what each of them names outside of its tests. */
  private static Map<String, Map<String, Boolean>> modules() throws IOException {
    Map<String, Map<String, Boolean>> modules = new TreeMap<>();
    try (Stream<Path> directories = Files.list(ROOT)) {
      for (Path directory :
          directories.filter(d -> Files.isDirectory(d.resolve("src/main"))).toList()) {
        String module = directory.getFileName().toString();
        if (module.startsWith("adk-")) {
          modules.put(module, arrows(Files.readString(directory.resolve("pom.xml"))));
        }
      }
    }
    return modules;
  }

  private static Map<String, Boolean> arrows(String pom) {
    Map<String, Boolean> arrows = new TreeMap<>();
    Matcher dependency = DEPENDENCY.matcher(pom);
    while (dependency.find()) {
      String text = dependency.group(1);
      Matcher artifact = ARTIFACT.matcher(text);
      if (artifact.find() && !text.contains("<scope>test</scope>")) {
        arrows.put(artifact.group(1), text.contains("<optional>true</optional>"));
      }
    }
    return arrows;
  }

  private static void assertSection(String name, String expected) throws IOException {
    String open = "<!-- " + name + " -->\n";
    String close = "<!-- /" + name + " -->";
    UnaryOperator<String> replaced =
        page ->
            page.substring(0, page.indexOf(open) + open.length())
                + expected
                + page.substring(page.indexOf(close));
    String page = Files.readString(PAGE);
    assertThat(page).contains(open, close);
    GeneratedPages.compare("docs/architecture.md", replaced.apply(page));
  }

  private static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("settings.gradle.kts"))) {
      at = at.getParent();
    }
    return at;
  }
}

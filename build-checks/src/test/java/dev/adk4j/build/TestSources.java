package dev.adk4j.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the test classes of a tree and finds those that start another process, in their own code or
 * through the fixtures that they name, and those that cannot run twice.
 */
final class TestSources {

  private static final Pattern STARTS =
      Pattern.compile("new ProcessBuilder\\(|\\.exec\\(|Playwright\\.create\\(");
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*/\\*(?s:.*?)\\*/|^\\s*//.*$");
  private static final Pattern TYPE = Pattern.compile("\\b[A-Z]\\w*");
  private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+);");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TIER = Pattern.compile("(?m)^@Tag\\(\"(?:slow|soak)\"\\)");

  /**
   * One file.
   *
   * @param uses the qualified names of the types it may name: those it imports and all that have a
   *     name of its text in its own package
   */
  private record Source(String name, String text, Set<String> uses) {

    boolean isTest() {
      return name.endsWith("Tests") || name.endsWith("Test");
    }
  }

  private final Map<String, Source> sources = new HashMap<>();

  static TestSources below(Path root) throws IOException {
    TestSources all = new TestSources();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path folder : modules.map(module -> module.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(all::read);
          }
        }
      }
    }
    return all;
  }

  private void read(Path file) {
    try {
      add(file.getFileName().toString().replace(".java", ""), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a file by its simple name. */
  void add(String simpleName, String content) {
    String text = COMMENT.matcher(content).replaceAll("");
    String home = all(PACKAGE, text).map(found -> found.group(1) + ".").findFirst().orElse("");
    Set<String> uses =
        all(TYPE, text).map(found -> home + found.group()).collect(Collectors.toSet());
    for (MatchResult found : all(IMPORT, text).toList()) {
      String imported = found.group(1);
      uses.add(imported);
      uses.add(
          imported.substring(0, imported.lastIndexOf('.'))); // of a static import or a nested type
    }
    sources.put(home + simpleName, new Source(home + simpleName, text, uses));
  }

  /**
   * Returns the qualified names of test classes that start a process and are in no tier of their
   * own.
   */
  SortedSet<String> startingUntagged() {
    return starting().stream()
        .filter(source -> source.isTest() && !TIER.matcher(source.text).find())
        .map(Source::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns fields that a class closes after its tests and never makes again. */
  SortedSet<String> closedForGood() {
    return sources.values().stream()
        .flatMap(source -> ClosedForGood.in(source.text).map(field -> source.name + "." + field))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<Source> starting() {
    Set<Source> found = new HashSet<>();
    List<Source> next =
        sources.values().stream().filter(source -> STARTS.matcher(source.text).find()).toList();
    while (!next.isEmpty()) {
      found.addAll(next);
      // what a test class is used for by others are its helpers, which start nothing
      Set<String> names =
          next.stream()
              .filter(source -> !source.isTest())
              .map(Source::name)
              .collect(Collectors.toSet());
      next =
          sources.values().stream()
              .filter(source -> !found.contains(source))
              .filter(source -> source.uses.stream().anyMatch(names::contains))
              .toList();
    }
    return found;
  }

  private static Stream<MatchResult> all(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }
}

package dev.adk4j.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The source tree the pages are in. */
final class Repository {

  static final Path ROOT = root();

  private Repository() {}

  /** The README, every page below {@code docs}, and the notes of the modules, in order. */
  static List<MarkdownPage> pages() {
    List<Path> files = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> tree = Files.walk(ROOT.resolve("docs"))) {
      tree.filter(f -> f.toString().endsWith(".md")).sorted().forEach(files::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files.stream().map(MarkdownPage::read).toList();
  }

  static MarkdownPage page(String file) {
    return MarkdownPage.read(ROOT.resolve(file));
  }

  static String text(String file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of a resource of this module that are neither empty nor comments. */
  static List<String> list(String resource) {
    return text("docs-tests/src/test/resources/" + resource)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("settings.gradle.kts"))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IllegalStateException("not run inside the source tree");
      }
    }
    return directory;
  }
}

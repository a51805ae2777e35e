package dev.adk4j.benchmarks.startup;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Makes jars of a class path's folders, as an application that is deployed has them; the JDK's AOT
 * cache takes nothing else. Closing removes them.
 */
final class Jars implements AutoCloseable {

  private final Path folder;
  private final Map<String, String> jars = new HashMap<>();

  Jars() throws IOException {
    this.folder = Files.createTempDirectory("adk-startup");
  }

  /** Where they are; for other files of the same life too. */
  Path folder() {
    return folder;
  }

  String of(String classPath) {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      entries.add(
          Files.isDirectory(Path.of(entry)) ? jars.computeIfAbsent(entry, this::jar) : entry);
    }
    return String.join(File.pathSeparator, entries);
  }

  private String jar(String classes) {
    String jar = folder.resolve("classes-" + jars.size() + ".jar").toString();
    int status =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, "-c", "-f", jar, "-C", classes, ".");
    if (status != 0) {
      throw new IllegalStateException("No jar could be made of " + classes);
    }
    return jar;
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

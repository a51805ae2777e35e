package dev.adk4j.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * A program of the page of ten tasks: a folder of sources, configuration, and the list of its
 * dependencies.
 */
record TaskProgram(Path folder) {

  static final Path OURS = Repository.ROOT.resolve("docs-tests/src/test/programs");
  static final Path PEERS = Repository.ROOT.resolve("benchmarks/src/peers");

  static TaskProgram ours(String task) {
    return new TaskProgram(OURS.resolve(task));
  }

  static TaskProgram of(String peer, String task) {
    return new TaskProgram(PEERS.resolve(peer).resolve(task));
  }

  boolean exists() {
    return Files.isDirectory(folder);
  }

  /** Counts all sources; of an own storage only the storage, since the rest is the task before. */
  int java() {
    return sources().stream()
        .filter(file -> !folder.endsWith("t09") || !file.endsWith("App.java"))
        .mapToInt(file -> LineCount.ofJava(text(file)))
        .sum();
  }

  int configuration() {
    return count(".properties", LineCount::ofProperties) + count(".sql", LineCount::ofSql);
  }

  /** Coordinates beside the web starter and the test starter. */
  List<String> dependencies() {
    return text(folder.resolve("dependencies.txt")).lines().filter(d -> !d.isBlank()).toList();
  }

  List<Path> sources() {
    return files(".java");
  }

  String text(String file) {
    return text(folder.resolve(file));
  }

  private int count(String ending, ToIntFunction<String> rule) {
    return files(ending).stream().mapToInt(file -> rule.applyAsInt(text(file))).sum();
  }

  List<Path> files(String ending) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

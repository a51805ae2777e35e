package dev.adk4j.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a main class in a JVM of its own, for what one JVM can do only once. */
public final class JavaProcess {

  private static final int MINUTES = 5;

  private JavaProcess() {}

  /** What it printed, line by line. */
  public static List<String> run(
      String classPath, List<String> flags, Class<?> main, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, main.getName()));
    command.addAll(List.of(args));
    Path output = Files.createTempFile("adk-benchmark", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      List<String> lines = Files.readString(output, StandardCharsets.UTF_8).lines().toList();
      if (!ended || process.exitValue() != 0) {
        throw new IllegalStateException(
            main.getName() + (ended ? " failed:\n" : " did not end:\n") + String.join("\n", lines));
      }
      return lines;
    } finally {
      Files.delete(output);
    }
  }

  /** Of this process. */
  public static String classPath() {
    return System.getProperty("java.class.path");
  }

  public static List<String> classPathEntries() {
    return List.of(classPath().split(File.pathSeparator));
  }

  /** The number that a line "name number" gives. */
  public static double number(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no " + name + " in\n" + String.join("\n", lines)));
  }
}

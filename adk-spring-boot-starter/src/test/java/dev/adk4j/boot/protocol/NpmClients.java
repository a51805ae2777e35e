package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the clients of {@code test-tools/protocols}. */
final class NpmClients {

  private static final Path FOLDER = Path.of("../test-tools/protocols");

  private NpmClients() {}

  /** Runs a script, and returns what it prints. Fails unless it ends well. */
  static String run(String script, Map<String, String> environment) throws Exception {
    return run(List.of(script), environment, List.of());
  }

  /** Checks all events against the schema of the protocol's own package. */
  static void validate(String protocol, List<String> events) throws Exception {
    if (installed()) {
      assertThat(run(List.of("validate.mjs", protocol), Map.of(), events)).contains(", 0 invalid");
    }
  }

  /** Runs a script with these lines as its input. */
  static String run(List<String> command, Map<String, String> environment, List<String> input)
      throws Exception {
    assumeTrue(installed(), "needs npm ci --prefix test-tools");
    List<String> all = new ArrayList<>(command);
    all.addFirst("node");
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.directory(FOLDER.toFile());
    builder.environment().putAll(environment);
    Path lines = Files.createTempFile("adk-protocols", ".jsonl");
    try {
      Files.write(lines, input);
      Process process = builder.redirectInput(lines.toFile()).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(command + ": " + output).isZero();
      return output;
    } finally {
      Files.delete(lines);
    }
  }

  private static boolean installed() throws IOException {
    boolean installed = Files.isDirectory(FOLDER.resolveSibling("node_modules"));
    assertThat(installed || System.getenv("CI") == null).as("npm ci --prefix test-tools").isTrue();
    return installed;
  }
}

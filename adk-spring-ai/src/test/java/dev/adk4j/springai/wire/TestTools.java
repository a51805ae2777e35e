package dev.adk4j.springai.wire;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds what npm installed for these tests. Without it they are skipped, and fail where {@code CI}
 * is true.
 */
public final class TestTools {

  private TestTools() {}

  public static Path folder() {
    Optional<Path> tools = find();
    String message = "No mock servers: run 'npm ci --prefix test-tools' in the repository root.";
    if (tools.isEmpty() && "true".equals(System.getenv("CI"))) {
      throw new IllegalStateException(message);
    }
    assumeTrue(tools.isPresent(), message);
    return tools.get();
  }

  private static Optional<Path> find() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path tools = at.resolve("test-tools");
      if (Files.isDirectory(tools.resolve("node_modules"))) {
        return Optional.of(tools);
      }
    }
    return Optional.empty();
  }
}

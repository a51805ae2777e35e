package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A JVM of its own for a main class of the tests. */
public final class ForkedJvm {

  private ForkedJvm() {}

  /** Its error output goes where ours goes. */
  public static Process start(Class<?> main, List<String> options, String... args)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /**
   * Kills it a moment after it has written so many lines, and fails where it ended before.
   *
   * @param nanos how long that moment is
   * @return all lines it has written, each once
   */
  public static Set<String> killAfter(Process process, int lines, int nanos)
      throws IOException, InterruptedException {
    Set<String> seen = new HashSet<>();
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        seen.add(line);
        if (seen.size() == lines) {
          LockSupport.parkNanos(nanos);
          // SIGKILL; the process object itself would also close the pipe with what is left in it
          process.toHandle().destroyForcibly();
        }
      }
    }
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(seen).as("it ended before it was killed").hasSizeGreaterThanOrEqualTo(lines);
    return seen;
  }

  /** Kills it when it has written these lines, and fails where it ended before. */
  public static void killAfter(Process process, Set<String> lines)
      throws IOException, InterruptedException {
    Set<String> left = new HashSet<>(lines);
    CompletableFuture.delayedExecutor(50, TimeUnit.SECONDS)
        .execute(process.toHandle()::destroyForcibly);
    try (BufferedReader output = process.inputReader()) {
      while (!left.isEmpty()) {
        String line = output.readLine();
        assertThat(line).as("it ended before %s", left).isNotNull();
        left.remove(line);
      }
    } finally {
      process.toHandle().destroyForcibly();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    }
  }
}

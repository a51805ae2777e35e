package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.springframework.util.FileSystemUtils;

/**
 * A Maven project outside of the source tree, made of a page's own files, and Maven running it with
 * the local repository that {@link InstalledModules} filled.
 */
final class FreshProject implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+) ");

  private final Path directory;
  private final Path log;
  private Process maven;

  private FreshProject(Path directory) {
    this.directory = directory.resolve("project");
    this.log = directory.resolve("maven.log");
  }

  /** Writes the blocks that the page marks with {@code file}. */
  static FreshProject of(MarkdownPage page, Path directory) throws IOException {
    FreshProject project = new FreshProject(directory);
    for (Sample sample : page.samples()) {
      if (sample.has("file")) {
        Path file = project.directory.resolve(sample.mark("file"));
        Files.createDirectories(file.getParent());
        Files.writeString(file, sample.text());
      }
    }
    return project;
  }

  /** Copies a project of this module's tests. */
  static FreshProject copyOf(Path source, Path directory) throws IOException {
    FreshProject project = new FreshProject(directory);
    FileSystemUtils.copyRecursively(source, project.directory);
    return project;
  }

  /**
   * Starts the application with the page's command, first without the network and, where something
   * has to be fetched, with it.
   *
   * @return the port it listens on
   */
  int start(String command) throws IOException, InterruptedException {
    Integer port = launch(command, "-o");
    return port != null ? port : online(command);
  }

  /** Runs the command to its end, and fails if it does. */
  void run(String command) throws IOException, InterruptedException {
    launch(command, "-o");
    if (maven.waitFor() != 0) {
      launch(command);
      assertThat(maven.waitFor()).as("exit code of Maven, which said:%n%s", written()).isZero();
    }
  }

  private int online(String command) throws IOException, InterruptedException {
    Integer port = launch(command);
    assertThat(port).as("what Maven said:%n%s", written()).isNotNull();
    return port;
  }

  private Integer launch(String command, String... options)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(options));
    all.add("-Dspring-boot.run.arguments=--server.port=0");
    maven =
        InstalledModules.maven(
            command, directory, InstalledModules.repository(), log, all.toArray(String[]::new));
    Instant end = Instant.now().plus(Duration.ofMinutes(15));
    // A process has no event for "it listens": look at what it writes, until it ends.
    while (Instant.now().isBefore(end)) {
      Matcher started = PORT.matcher(written());
      if (started.find()) {
        return Integer.valueOf(started.group(1));
      }
      if (maven.waitFor(200, TimeUnit.MILLISECONDS)) {
        return null;
      }
    }
    return null;
  }

  /** May end in the middle of a character, which is no error: the next look sees the rest. */
  private String written() throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
  }

  /** Ends Maven and the application it started, without giving them time to tidy up. */
  void kill() {
    if (maven != null) {
      List<ProcessHandle> all =
          Stream.concat(maven.descendants(), Stream.of(maven.toHandle())).toList();
      all.forEach(ProcessHandle::destroyForcibly);
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  @Override
  public void close() {
    kill();
  }
}

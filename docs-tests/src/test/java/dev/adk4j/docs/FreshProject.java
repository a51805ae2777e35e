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
 * A Maven project outside of the source tree, made of a page's own files, and Maven running it. Its
 * local repository is the user's with this build's modules laid over it, by links, so that nothing
 * is installed into the user's own and nothing is fetched that is there.
 */
final class FreshProject implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+) ");

  private final Path directory;
  private final Path repository;
  private final Path log;
  private Process maven;

  private FreshProject(Path directory) {
    this.directory = directory.resolve("project");
    this.repository = directory.resolve("repository");
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
    project.fillRepository();
    return project;
  }

  /** Copies a project of this module's tests. */
  static FreshProject copyOf(Path source, Path directory) throws IOException {
    FreshProject project = new FreshProject(directory);
    FileSystemUtils.copyRecursively(source, project.directory);
    project.fillRepository();
    return project;
  }

  private void fillRepository() throws IOException {
    link(userRepository(), repository, "dev");
    link(userRepository().resolve("dev"), repository.resolve("dev"), "adk4j");
    ReactorJars.installInto(repository);
  }

  /** As the outer build was told, or as Surefire says, or the usual place. */
  private static Path userRepository() {
    String usual = System.getProperty("user.home") + "/.m2/repository";
    String surefires = System.getProperty("localRepository", usual);
    return Path.of(System.getProperty("maven.repo.local", surefires));
  }

  /** Links to everything in a directory but one thing. */
  private static void link(Path from, Path to, String except) throws IOException {
    Files.createDirectories(to);
    if (Files.isDirectory(from)) {
      try (Stream<Path> all = Files.list(from)) {
        for (Path each : (Iterable<Path>) all::iterator) {
          if (!each.getFileName().toString().equals(except)) {
            Files.createSymbolicLink(to.resolve(each.getFileName()), each.toRealPath());
          }
        }
      }
    }
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
    List<String> line = new ArrayList<>(List.of(command.split(" ")));
    line.addAll(List.of(options));
    line.addAll(
        List.of(
            "-B",
            "-ntp",
            "-Dmaven.repo.local=" + repository,
            "-Dspring-boot.run.arguments=--server.port=0"));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("MAVEN_OPTS");
    maven = builder.start();
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

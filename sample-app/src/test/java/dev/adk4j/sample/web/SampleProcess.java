package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.sample.SampleApplication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sample in a process of its own, which can be killed without warning. */
public final class SampleProcess {

  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+) ");

  private final Process process;
  private final Path log;
  private Api api;

  private SampleProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Keeps its data and its log in the directory. Unless an option says so, it chooses its port
   * itself: one that is free now may be somebody else's when it starts.
   */
  public static SampleProcess start(Path directory, String... options) throws IOException {
    return start(SampleApplication.class, directory, options);
  }

  static SampleProcess start(Class<?> application, Path directory, String... options)
      throws IOException {
    Files.createDirectories(directory);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dserver.port=0",
                "-Dlogging.level.org.springframework.boot.tomcat=INFO",
                "-Dsample.data-dir=" + directory.resolve("data").toAbsolutePath(),
                "-Dsample.agent.delta-pause=0",
                "-cp",
                System.getProperty("java.class.path"),
                application.getName()));
    command.addAll(List.of(options));
    Path log = Files.createTempFile(directory, "log", ".txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new SampleProcess(process, log);
  }

  public void awaitReady() {
    await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> {
              assertThat(process.isAlive()).as(this::lastLines).isTrue();
              Matcher port = PORT.matcher(written());
              return port.find() && answers(Integer.parseInt(port.group(1)));
            });
  }

  private boolean answers(int port) throws Exception {
    api = new Api(port);
    return api.get("").statusCode() < 500;
  }

  /** Of a process that is ready. */
  Api api() {
    return api;
  }

  /** As {@code kill -9} does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private String lastLines() {
    try {
      List<String> lines = written().lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** May end in the middle of a character. */
  private String written() throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
  }
}

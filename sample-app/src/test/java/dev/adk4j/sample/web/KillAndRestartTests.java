package dev.adk4j.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.sample.SampleApplication;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Starts the application as a process of its own, kills it without warning, and starts it again.
 */
class KillAndRestartTests {

  @TempDir private Path directory;

  @Test
  void everythingThatWasAnsweredIsThereAfterKillDashNine() throws Exception {
    int port = freePort();
    Api api = new Api(port);
    Process first = start(port);
    JsonNode before;
    try {
      awaitReady(first, api);
      api.say("kept", "2 * (3 + 4)");
      api.say("kept", "Remember that my dog is called Rex");
      before = api.conversation("kept");
      assertThat(before.path("entries").size()).isEqualTo(7);
    } finally {
      first.destroyForcibly().waitFor();
    }
    Process second = start(port);
    try {
      awaitReady(second, api);
      assertThat(api.conversation("kept")).isEqualTo(before);
      assertThat(Api.answer(api.say("fresh", "What do you know about my dog?")))
          .isEqualTo("I remember: my dog is called Rex");
    } finally {
      second.destroyForcibly().waitFor();
    }
  }

  private Process start(int port) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            SampleApplication.class.getName(),
            "--server.port=" + port,
            "--sample.data-dir=" + directory.resolve("data").toAbsolutePath(),
            "--sample.agent.delta-pause=0")
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log.txt").toFile()))
        .start();
  }

  private void awaitReady(Process process, Api api) {
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> {
              assertThat(process.isAlive()).as(() -> log()).isTrue();
              return api.get("").statusCode() == 200;
            });
  }

  private String log() {
    try {
      List<String> lines = Files.readAllLines(directory.resolve("log.txt"));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}

package dev.adk4j.boot.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@link LoadedApp} in a process of its own with 256 MB of heap, which an error of memory ends. */
final class LoadedProcess implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+) ");

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(30))
          .build();
  private final Process process;
  private final Path log;
  final int port;

  LoadedProcess(Path directory) throws IOException {
    log = directory.resolve("log.txt");
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                LoadedApp.class.getName(),
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--logging.level.org.springframework.boot.tomcat=INFO",
                "--spring.threads.virtual.enabled=true",
                "--spring.datasource.url=jdbc:h2:file:"
                    + directory.resolve("data").toAbsolutePath()
                    + ";WRITE_DELAY=0",
                "--spring.liquibase.enabled=false",
                "--spring.jpa.open-in-view=false",
                "--adk.storage.noop=tools",
                "--adk.gates.web.enabled=true",
                "--adk.gates.required-authorities.payment=ROLE_APPROVER",
                "--adk.stream.heartbeat=2s",
                "--adk.stream.turn-buffer-size=16MB",
                // one person and one address stand for many here
                "--adk.limits.streams-per-subject=0",
                "--adk.limits.open-turns-per-subject=0",
                "--adk.limits.turns-per-hour=0",
                "--adk.limits.conversations-per-hour=0",
                "--management.endpoints.web.exposure.include=health,metrics,adkgates",
                "--management.endpoint.adkgates.access=unrestricted")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    port = awaitPort();
  }

  private int awaitPort() {
    await()
        .atMost(Duration.ofMinutes(3))
        .until(() -> !process.isAlive() || PORT.matcher(written()).find());
    assertThat(process.isAlive()).as(this::tail).isTrue();
    Matcher port = PORT.matcher(tail());
    assertThat(port.find()).isTrue();
    return Integer.parseInt(port.group(1));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  HttpResponse<String> get(String path, String user) throws Exception {
    return http.send(request(path, user).GET().build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> post(String path, String user, String type, String body) throws Exception {
    return http.send(
        request(path, user)
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path, String user) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(Duration.ofMinutes(2))
        .header(LoadedApp.USER, user);
  }

  /** In bytes, after a collection. */
  long heap() throws Exception {
    return Long.parseLong(get("/heap", "boss").body());
  }

  String written() throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
  }

  private String tail() {
    try {
      String all = written();
      return all.substring(Math.max(0, all.length() - 20_000));
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() throws InterruptedException {
    if (!process.isAlive()) {
      System.out.println("The application ended by itself: " + tail());
    }
    process.destroyForcibly().waitFor();
    http.close();
  }
}

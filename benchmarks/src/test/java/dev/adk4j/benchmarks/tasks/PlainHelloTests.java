package dev.adk4j.benchmarks.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first program of {@code docs/ten-tasks.md} prints the answer of a model behind HTTP. */
@Tag("slow")
class PlainHelloTests {

  private static final String ANSWER = "Hello from the wire.";

  @TempDir Path directory;

  @Test
  @Timeout(120)
  void printsTheAnswer() throws Exception {
    Path source = Programs.ROOT.resolve("docs-tests/src/test/programs/t01plain/Plain.java");
    assertThat(Programs.compile(List.of(source), directory)).isEmpty();
    HttpServer provider = provider(ANSWER);
    try {
      String port = String.valueOf(provider.getAddress().getPort());
      assertThat(run("http://localhost:" + port + "/v1")).endsWith(ANSWER);
    } finally {
      provider.stop(0);
    }
  }

  private List<String> run(String url) throws Exception {
    var program =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            directory + File.pathSeparator + Programs.classPath(),
            "t01plain.Plain");
    program.environment().put("OPENAI_API_KEY", "none");
    program.environment().put("OPENAI_BASE_URL", url);
    Process process = program.redirectErrorStream(true).start();
    List<String> printed = new ArrayList<>();
    try (BufferedReader output = process.inputReader()) {
      // the provider's client keeps threads, and the process, for a minute
      String line;
      while ((line = output.readLine()) != null) {
        printed.add(line);
        if (line.equals(ANSWER)) {
          break;
        }
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    return printed;
  }

  /** Starts a provider that streams one answer. */
  private static HttpServer provider(String answer) throws IOException {
    String chunk =
        "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
            + "\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n";
    String body =
        chunk.formatted("{\"role\":\"assistant\",\"content\":\"" + answer + "\"}", "null")
            + chunk.formatted("{}", "\"stop\"")
            + "data: [DONE]\n\n";
    HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("content-type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
          }
        });
    server.start();
    return server;
  }
}

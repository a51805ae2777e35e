package dev.adk4j.springai.wire;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The MCP reference server, and clients of it. */
final class EverythingServer {

  private EverythingServer() {}

  /** A connected client with a server of its own. */
  static McpSyncClient stdio(UnaryOperator<McpClient.SyncSpec> spec) {
    return connect(
        () ->
            new StdioClientTransport(
                ServerParameters.builder("node").args(program(), "stdio").build(),
                McpJsonDefaults.getMapper()),
        spec);
  }

  /** A connected client over streamable HTTP. */
  static McpSyncClient http(int port, UnaryOperator<McpClient.SyncSpec> spec) {
    return connect(
        () -> HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + port).build(), spec);
  }

  /** A server that listens on the port until it is destroyed. */
  static Process listen(int port) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("node", program(), "streamableHttp");
    builder.environment().put("PORT", String.valueOf(port));
    Process server = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    Runtime.getRuntime().addShutdownHook(new Thread(server::destroy));
    CompletableFuture<Void> listening = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try (BufferedReader errors =
              new BufferedReader(
                  new InputStreamReader(server.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = errors.readLine(); line != null; line = errors.readLine()) {
              if (line.contains("listening on port " + port)) {
                listening.complete(null);
              }
            }
          } catch (IOException e) {
            listening.completeExceptionally(e);
          }
          listening.completeExceptionally(new IllegalStateException("The server ended."));
        });
    listening.get(2, TimeUnit.MINUTES);
    return server;
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String program() {
    Path server =
        TestTools.folder()
            .resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    return server.toString();
  }

  /**
   * The client's transport refuses a message while another thread hands it one, such as its answer
   * to a question of the server that comes right after the handshake: then all over again.
   */
  private static McpSyncClient connect(
      Supplier<McpClientTransport> transport, UnaryOperator<McpClient.SyncSpec> spec) {
    for (int attempt = 1; ; attempt++) {
      McpSyncClient client =
          spec.apply(
                  McpClient.sync(transport.get())
                      .requestTimeout(Duration.ofSeconds(20))
                      .initializationTimeout(Duration.ofMinutes(2)))
              .build();
      try {
        client.initialize();
        client.listTools();
        return client;
      } catch (RuntimeException e) {
        client.closeGracefully();
        if (attempt == 20 || !"Failed to enqueue message".equals(e.getMessage())) {
          throw e;
        }
      }
    }
  }
}

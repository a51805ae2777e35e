package dev.adk4j.sample.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A site of somebody else on this machine: an empty page, a redirect that keeps method and body to
 * where {@code to} says, and a list of everything else it was asked for.
 */
final class Attacker implements BeforeAllCallback, AfterAllCallback {

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private ExecutorService threads;
  private HttpServer server;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    asked.clear();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.start();
  }

  /** Such as {@code http://attacker.test:1234}. */
  String origin(String host) {
    return "http://" + authority(host);
  }

  String authority(String host) {
    return host + ":" + server.getAddress().getPort();
  }

  /** Other than the empty page and the redirect. */
  List<String> asked() {
    return List.copyOf(asked);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      URI uri = exchange.getRequestURI();
      switch (uri.getPath()) {
        case "/page" -> page(exchange);
        case "/redirect" -> {
          exchange.getResponseHeaders().set("Location", uri.getQuery().substring("to=".length()));
          exchange.sendResponseHeaders(307, -1);
        }
        case "/favicon.ico" -> exchange.sendResponseHeaders(404, -1);
        default -> {
          asked.add(exchange.getRequestMethod() + " " + uri);
          exchange.sendResponseHeaders(404, -1);
        }
      }
    }
  }

  private static void page(HttpExchange exchange) throws IOException {
    byte[] page = "<!doctype html><title>a page</title>".getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().putAll(Map.of("Content-Type", List.of("text/html")));
    exchange.sendResponseHeaders(200, page.length);
    exchange.getResponseBody().write(page);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    server.stop(0);
    threads.close();
  }
}

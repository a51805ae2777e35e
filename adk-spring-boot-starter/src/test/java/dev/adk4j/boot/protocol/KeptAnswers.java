package dev.adk4j.boot.protocol;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps what the scenes answer while a test class has it checked, and counts how often a response
 * is flushed.
 */
final class KeptAnswers extends OncePerRequestFilter {

  private static final Map<String, String> PROTOCOLS =
      Map.of(
          "/api/chat",
          "ai-sdk",
          "/agui",
          "ag-ui",
          "/v1/",
          "openai",
          "/a2a",
          "a2a",
          "/.well",
          "a2a");

  static final Queue<Kept> KEPT = new ConcurrentLinkedQueue<>();

  static volatile boolean keeping;

  record Kept(String protocol, String path, int status, String type, ByteArrayOutputStream bytes) {}

  final AtomicInteger flushes = new AtomicInteger();

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String path = request.getRequestURI();
    String protocol =
        PROTOCOLS.entrySet().stream()
            .filter(each -> keeping && path.startsWith(each.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(null);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    UnaryOperator<byte[]> copying =
        written -> {
          bytes.writeBytes(written);
          return written;
        };
    chain.doFilter(
        request,
        TappedOutput.tapped(
            response,
            protocol == null ? UnaryOperator.identity() : copying,
            flushes::incrementAndGet));
    if (protocol != null) {
      String type = String.valueOf(response.getContentType());
      KEPT.add(new Kept(protocol, path, response.getStatus(), type, bytes));
    }
  }
}

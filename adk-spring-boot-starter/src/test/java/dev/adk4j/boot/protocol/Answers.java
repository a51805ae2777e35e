package dev.adk4j.boot.protocol;

import dev.adk4j.value.Json;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.JsonNode;

/**
 * Keeps all that the scenes of a test class answer, and has it checked when the class has ended:
 * every event and every body, by the types and schemas of the protocols' own packages.
 */
final class Answers extends OncePerRequestFilter implements AfterAllCallback {

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

  private static final Queue<Answer> SEEN = new ConcurrentLinkedQueue<>();

  private record Answer(
      String protocol, String path, int status, String type, ByteArrayOutputStream bytes) {

    /** Returns the lines to check. */
    List<String> lines() {
      String body = bytes.toString(StandardCharsets.UTF_8);
      List<String> lines = new ArrayList<>();
      if (type.startsWith("text/event-stream")) {
        for (String event : body.split("\n\n")) {
          event
              .lines()
              .filter(line -> line.startsWith("data: {") && line.endsWith("}"))
              .forEach(line -> lines.add(line(line.substring("data: ".length()), true)));
        }
      } else if (type.contains("json") && isWhole() && !body.isBlank()) {
        lines.add(line(body, false));
      }
      return lines;
    }

    private boolean isWhole() {
      return protocol.equals("openai") || protocol.equals("a2a");
    }

    private String line(String body, boolean event) {
      if (!isWhole()) {
        return body;
      }
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("path", path);
      line.put("status", status);
      line.put("event", event);
      JsonNode json = Json.mapper().readTree(body);
      line.put("json", json);
      return Json.mapper().writeValueAsString(line);
    }
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String path = request.getRequestURI();
    String protocol =
        PROTOCOLS.entrySet().stream()
            .filter(each -> path.startsWith(each.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(null);
    if (protocol == null) {
      chain.doFilter(request, response);
      return;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    UnaryOperator<byte[]> copying =
        written -> {
          bytes.writeBytes(written);
          return written;
        };
    chain.doFilter(request, TappedOutput.tapped(response, copying, () -> {}));
    String type = String.valueOf(response.getContentType());
    SEEN.add(new Answer(protocol, path, response.getStatus(), type, bytes));
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    Map<String, List<String>> all = new TreeMap<>();
    for (Answer answer = SEEN.poll(); answer != null; answer = SEEN.poll()) {
      all.computeIfAbsent(answer.protocol(), key -> new ArrayList<>()).addAll(answer.lines());
    }
    for (Map.Entry<String, List<String>> each : all.entrySet()) {
      if (!each.getValue().isEmpty()) {
        NpmClients.validate(each.getKey(), each.getValue());
      }
    }
  }
}

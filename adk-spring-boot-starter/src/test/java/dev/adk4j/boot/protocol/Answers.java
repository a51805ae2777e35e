package dev.adk4j.boot.protocol;

import dev.adk4j.boot.protocol.KeptAnswers.Kept;
import dev.adk4j.value.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import tools.jackson.databind.JsonNode;

/**
 * Checks all that the scenes of a test class answered when the class has ended: every event and
 * every body, by the types and schemas of the protocols' own packages.
 */
final class Answers implements BeforeAllCallback, AfterAllCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    KeptAnswers.keeping = true;
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    KeptAnswers.keeping = false;
    Map<String, List<String>> all = new TreeMap<>();
    for (Kept answer = KeptAnswers.KEPT.poll(); answer != null; answer = KeptAnswers.KEPT.poll()) {
      all.computeIfAbsent(answer.protocol(), key -> new ArrayList<>()).addAll(lines(answer));
    }
    for (Map.Entry<String, List<String>> each : all.entrySet()) {
      if (!each.getValue().isEmpty()) {
        NpmClients.validate(each.getKey(), each.getValue());
      }
    }
  }

  /** Returns the lines to check. */
  private static List<String> lines(Kept answer) {
    String body = answer.bytes().toString(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    if (answer.type().startsWith("text/event-stream")) {
      for (String event : body.split("\n\n")) {
        event
            .lines()
            .filter(line -> line.startsWith("data: {") && line.endsWith("}"))
            .forEach(line -> lines.add(line(answer, line.substring("data: ".length()), true)));
      }
    } else if (answer.type().contains("json") && isWhole(answer) && !body.isBlank()) {
      lines.add(line(answer, body, false));
    }
    return lines;
  }

  private static boolean isWhole(Kept answer) {
    return answer.protocol().equals("openai") || answer.protocol().equals("a2a");
  }

  private static String line(Kept answer, String body, boolean event) {
    if (!isWhole(answer)) {
      return body;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("path", answer.path());
    line.put("status", answer.status());
    line.put("event", event);
    JsonNode json = Json.mapper().readTree(body);
    line.put("json", json);
    return Json.mapper().writeValueAsString(line);
  }
}

package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkException;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Converts numbered passages to JSON, which is also the record from which they are restored. */
final class RecordedPassages {

  private static final Logger log = LoggerFactory.getLogger(RecordedPassages.class);

  private RecordedPassages() {}

  /** JSON, so that no passage can imitate another one or its number. */
  static String write(Map<Integer, Passage> numbered) {
    List<Map<String, Object>> entries =
        numbered.entrySet().stream().map(e -> entry(e.getKey(), e.getValue())).toList();
    return JsonValue.of(Map.of("passages", entries)).text();
  }

  private static Map<String, Object> entry(int number, Passage passage) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("number", number);
    entry.put("source", passage.cited());
    if (!passage.title().isEmpty()) {
      entry.put("title", passage.title());
    }
    entry.put("trust", passage.trustTier().wire());
    entry.put("text", passage.text());
    return entry;
  }

  /** Returns the passages of this turn's completed calls, from any process. */
  static Map<Integer, Passage> ofTurn(AgentContext ctx, String tool) {
    boolean begins = ctx instanceof TurnContext turn && !turn.input().isEmpty();
    Instant asked =
        ctx.turnMessages().stream()
            .filter(message -> message.role() == MessageRole.USER)
            .map(Message::createdAt)
            .reduce(Instant.MAX, (earlier, later) -> later);
    return begins
        ? Map.of()
        : of(
            ctx.turnToolCalls().stream().filter(call -> !call.createdAt().isBefore(asked)).toList(),
            tool);
  }

  static Map<Integer, Passage> of(List<ToolCall> calls, String tool) {
    Map<Integer, Passage> passages = new LinkedHashMap<>();
    for (ToolCall call : calls) {
      if (call.tool().equals(tool) && call.isComplete() && !call.isError()) {
        read(call.text(), tool, passages);
      }
    }
    return passages;
  }

  private static void read(String json, String tool, Map<Integer, Passage> into) {
    Map<Integer, Passage> numbered = new LinkedHashMap<>();
    try {
      for (JsonNode entry : JsonValue.parse(json).node().path("passages")) {
        numbered.put(entry.path("number").asInt(0), passage(entry));
      }
    } catch (AdkException e) {
      log.debug("A record of '{}' was changed: its numbers are not restored.", tool);
      return;
    }
    numbered.remove(0);
    numbered.forEach(into::putIfAbsent);
  }

  private static Passage passage(JsonNode entry) {
    String cited = entry.path("source").asString("");
    int fragment = cited.lastIndexOf('#');
    String title = entry.path("title").asString("");
    return new Passage(
        cited + "\0" + entry.path("number").asInt(0),
        entry.path("text").asString(""),
        title.isEmpty() ? List.of() : List.of(title.split(Passage.BETWEEN_TITLES)),
        fragment > 0 ? cited.substring(0, fragment) : cited,
        fragment > 0 ? cited.substring(fragment + 1) : "",
        null,
        TrustTier.fromWire(entry.path("trust").asString("")));
  }
}

package dev.adk4j.client;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What has to be known of a turn when it goes on: its agent, and the options of the call that have
 * a stored form.
 *
 * @param tools the only tools that are offered; null for all
 * @param answer type of the answer that was asked for; null for text
 */
record TurnMemo(
    String agent,
    @Nullable List<String> tools,
    List<String> instructions,
    Map<String, Object> model,
    @Nullable AnswerType<?> answer) {

  JsonValue json() {
    Map<String, @Nullable Object> form = new LinkedHashMap<>();
    form.put("agent", agent);
    if (tools != null) {
      form.put("tools", tools);
    }
    if (!instructions.isEmpty()) {
      form.put("instructions", instructions);
    }
    if (!model.isEmpty()) {
      form.put("model", model);
    }
    if (answer != null) {
      form.put("answer", answer.stored().node());
    }
    return JsonValue.of(form);
  }

  static TurnMemo of(@Nullable JsonValue memo) {
    if (memo == null) {
      return new TurnMemo(AgentClient.DEFAULT_NAME, null, List.of(), Map.of(), null);
    }
    JsonNode json = memo.node();
    Map<String, Object> model = new LinkedHashMap<>();
    json.path("model")
        .properties()
        .forEach(option -> model.put(option.getKey(), value(option.getValue())));
    return new TurnMemo(
        json.path("agent").asString(),
        json.has("tools") ? texts(json.path("tools")) : null,
        texts(json.path("instructions")),
        model,
        json.has("answer") ? AnswerType.ofStored(JsonValue.of(json.path("answer"))) : null);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asString()));
    return texts;
  }

  private static Object value(JsonNode value) {
    return value.isIntegralNumber()
        ? value.asInt()
        : value.isNumber() ? value.asDouble() : value.asString();
  }
}

package dev.adk4j.springai.text;

import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Calls as JSON: an object with a name and arguments, or an array of those. */
final class CallObjects {

  /** The name in what is no JSON, so that the model can be told which call it got wrong. */
  private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*\"([^\"\\\\]{1,128})\"");

  private CallObjects() {}

  /** Null where it is no JSON. */
  static @Nullable JsonNode read(String json) {
    try {
      return Json.read(json);
    } catch (JacksonException e) {
      return null;
    }
  }

  /** The calls of a text that is marked as such, so that a broken one is a call as well. */
  static List<TextToolCall> marked(String json) {
    JsonNode node = read(json);
    if (node == null) {
      return List.of(broken(json));
    }
    if (!node.isArray()) {
      return List.of(of(node, json));
    }
    List<TextToolCall> calls = new ArrayList<>();
    for (JsonNode each : node) {
      calls.add(of(each, Json.write(each)));
    }
    return calls;
  }

  /** What is marked as a call and is no JSON. */
  static TextToolCall broken(String json) {
    Matcher name = NAME.matcher(json);
    return new TextToolCall(name.find() ? name.group(1) : "", json, json);
  }

  static TextToolCall of(JsonNode call, String quote) {
    JsonNode arguments = arguments(call);
    return new TextToolCall(name(call), arguments == null ? "" : text(arguments), quote);
  }

  /** Blank where it has none. */
  static String name(JsonNode call) {
    return call.path("name").isString() ? call.path("name").stringValue() : "";
  }

  static @Nullable JsonNode arguments(JsonNode call) {
    JsonNode arguments = call.get("arguments");
    return arguments == null ? call.get("parameters") : arguments;
  }

  /** Some models write the arguments as a text that holds JSON. */
  private static String text(JsonNode arguments) {
    if (arguments.isNull()) {
      return "";
    }
    return arguments.isString() ? arguments.stringValue() : Json.write(arguments);
  }
}

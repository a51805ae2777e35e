package dev.adk4j.springai.text;

import dev.adk4j.value.Json;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads calls in JSON: an object with a name and arguments, or an array of such objects. */
final class CallObjects {

  /** Finds the name in invalid JSON, to inform the model which call was invalid. */
  private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*\"([^\"\\\\]{1,128})\"");

  private CallObjects() {}

  /** Returns the JSON value; null for invalid JSON. */
  static @Nullable JsonNode read(String json) {
    try {
      return Json.read(json);
    } catch (JacksonException e) {
      return null;
    }
  }

  /** Returns the calls of a text marked as calls. Invalid JSON is also a call. */
  static List<TextToolCall> marked(String json) {
    JsonNode node = read(json);
    if (node == null) {
      return List.of(broken(json));
    }
    return node.isArray()
        ? node.valueStream().map(call -> of(call, Json.write(call))).toList()
        : List.of(of(node, json));
  }

  /** Returns the call for a marked text that is not valid JSON. */
  static TextToolCall broken(String json) {
    Matcher name = NAME.matcher(json);
    return new TextToolCall(name.find() ? name.group(1) : "", json, json);
  }

  static TextToolCall of(JsonNode call, String quote) {
    JsonNode arguments = arguments(call);
    return new TextToolCall(name(call), arguments == null ? "" : text(arguments), quote);
  }

  /** Returns the name of a call; blank if it has none. */
  static String name(JsonNode call) {
    return call.path("name").isString() ? call.path("name").stringValue() : "";
  }

  static @Nullable JsonNode arguments(JsonNode call) {
    JsonNode arguments = call.get("arguments");
    return arguments == null ? call.get("parameters") : arguments;
  }

  /** Returns the arguments, which some models write as a string that contains JSON. */
  private static String text(JsonNode arguments) {
    if (arguments.isNull()) {
      return "";
    }
    return arguments.isString() ? arguments.stringValue() : Json.write(arguments);
  }
}

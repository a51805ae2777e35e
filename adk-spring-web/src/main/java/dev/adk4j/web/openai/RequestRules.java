package dev.adk4j.web.openai;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Rules for the bodies of both endpoints. An option that cannot be kept is refused. */
final class RequestRules {

  private static final Set<String> NO_TOOLS = Set.of("none", "auto");

  private RequestRules() {}

  static void check(JsonNode body) {
    JsonNode choice = body.path("tool_choice");
    JsonNode tools = body.path("tools");
    boolean none = choice.isString() && choice.stringValue().equals("none");
    if (tools.isArray() && !tools.isEmpty() && !none) {
      throw OpenAiErrors.unsupported(
          "tools", "An agent has its own tools, which run on the server; send none.");
    }
    if (!absent(choice) && !(choice.isString() && NO_TOOLS.contains(choice.stringValue()))) {
      throw OpenAiErrors.unsupported("tool_choice", "tool_choice must be none or auto.");
    }
    JsonNode format = body.path("response_format").path("type");
    JsonNode text = body.path("text").path("format").path("type");
    if (!plain(format) || !plain(text)) {
      throw OpenAiErrors.unsupported(
          absent(format) ? "text.format" : "response_format", "The door answers with plain text.");
    }
  }

  private static boolean plain(JsonNode type) {
    return absent(type) || type.asString("").equals("text");
  }

  /** Refuses a field that is there and neither null nor false. */
  static void refuse(JsonNode body, String field, String message) {
    JsonNode value = body.path(field);
    if (!absent(value) && !(value.isBoolean() && !value.booleanValue())) {
      throw OpenAiErrors.unsupported(field, message);
    }
  }

  static String model(JsonNode body) {
    JsonNode model = body.path("model");
    if (!model.isString() || model.stringValue().isBlank()) {
      throw OpenAiErrors.invalid("model", "model names the agent; GET …/models lists them.");
    }
    return model.stringValue();
  }

  static boolean flag(JsonNode body, String field) {
    JsonNode flag = body.path(field);
    if (!absent(flag) && !flag.isBoolean()) {
      throw OpenAiErrors.invalid(field, field + " must be true or false.");
    }
    return flag.asBoolean(false);
  }

  static boolean absent(JsonNode field) {
    return field.isMissingNode() || field.isNull();
  }
}

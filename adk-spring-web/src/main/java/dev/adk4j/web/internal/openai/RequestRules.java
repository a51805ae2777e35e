package dev.adk4j.web.internal.openai;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Rules for the bodies of both endpoints. An unsupported option is rejected. */
final class RequestRules {

  private static final Set<String> NO_TOOLS = Set.of("none", "auto");

  private RequestRules() {}

  static void check(JsonNode body) {
    tools(body, "tools", "tool_choice");
    tools(body, "functions", "function_call");
    plain(body.path("response_format"), "response_format");
    plain(body.path("text").path("format"), "text.format");
  }

  private static void tools(JsonNode body, String tools, String choice) {
    JsonNode chosen = body.path(choice);
    String type = (chosen.isObject() ? chosen.path("type") : chosen).asString("");
    if (!absent(body.path(tools)) && !type.equals("none")) {
      throw OpenAiErrors.unsupported(
          tools, "An agent has its own tools, which run on the server. Send no tools.");
    }
    if (!absent(chosen) && !NO_TOOLS.contains(type)) {
      throw OpenAiErrors.unsupported(choice, choice + " must be none or auto.");
    }
  }

  private static void plain(JsonNode format, String field) {
    JsonNode type = format.isObject() ? format.path("type") : format;
    if (!absent(type) && !type.asString("").equals("text")) {
      throw OpenAiErrors.unsupported(field, "Only plain text is supported.");
    }
  }

  /**
   * Returns the last message, without instructions of the client, which are not read, and without
   * an answer that it has only begun.
   */
  static JsonNode last(JsonNode messages) {
    int at = messages.size() - 1;
    while (at > 0 && isNothing(messages.get(at))) {
      at--;
    }
    return messages.get(at);
  }

  private static boolean isNothing(JsonNode message) {
    return switch (message.path("role").asString("")) {
      case "system", "developer" -> true;
      case "assistant" ->
          absent(message.path("content"))
              && absent(message.path("tool_calls"))
              && absent(message.path("function_call"));
      default -> false;
    };
  }

  /** Rejects a field that is present and not false. */
  static void refuse(JsonNode body, String field, String message) {
    JsonNode value = body.path(field);
    if (!absent(value) && !(value.isBoolean() && !value.booleanValue())) {
      throw OpenAiErrors.unsupported(field, message);
    }
  }

  static String model(JsonNode body) {
    String model = text(body.path("model"), "model");
    if (model == null) {
      throw OpenAiErrors.invalid("model", "model must name an agent; GET …/models lists them.");
    }
    return model;
  }

  /** Returns the text; null if it is absent. */
  static @Nullable String text(JsonNode node, String field) {
    if (absent(node)) {
      return null;
    }
    if (!node.isString() || node.stringValue().isBlank()) {
      throw OpenAiErrors.invalid(field, field + " must be a text that is not blank.");
    }
    return node.stringValue();
  }

  /** Returns the number of the last event that the client has; -1 for none. */
  static long after(HttpServletRequest request) {
    String after = request.getParameter("starting_after");
    try {
      return after == null ? -1 : Long.parseLong(after);
    } catch (NumberFormatException e) {
      throw OpenAiErrors.invalid("starting_after", "starting_after must be a sequence_number.");
    }
  }

  static boolean flag(JsonNode body, String field) {
    JsonNode flag = body.path(field);
    if (!absent(flag) && !flag.isBoolean()) {
      throw OpenAiErrors.invalid(field, field + " must be true or false.");
    }
    return flag.isBoolean() && flag.booleanValue();
  }

  /** Returns true for an empty value: clients write an unset option in many ways. */
  static boolean absent(JsonNode field) {
    return field.isMissingNode()
        || field.isNull()
        || (field.isContainer() && field.isEmpty())
        || (field.isString() && field.stringValue().isEmpty());
  }
}

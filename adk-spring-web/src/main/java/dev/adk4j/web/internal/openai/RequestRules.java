package dev.adk4j.web.internal.openai;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Rules for the bodies of both endpoints. An unsupported option is rejected. */
final class RequestRules {

  private static final Set<String> NO_TOOLS = Set.of("none", "auto");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private RequestRules() {}

  static void check(JsonNode body) {
    tools(body, "tools", "tool_choice");
    tools(body, "functions", "function_call");
    plain(body.path("response_format"), "response_format");
    plain(body.path("text").path("format"), "text.format");
  }

  private static void tools(JsonNode body, String tools, String choice) {
    JsonNode chosen = body.path(choice);
    boolean none = chosen.isString() && chosen.stringValue().equals("none");
    if (!absent(body.path(tools)) && !none) {
      throw OpenAiErrors.unsupported(
          tools, "An agent has its own tools, which run on the server. Send no tools.");
    }
    if (!absent(chosen) && !(chosen.isString() && NO_TOOLS.contains(chosen.stringValue()))) {
      throw OpenAiErrors.unsupported(choice, choice + " must be none or auto.");
    }
  }

  private static void plain(JsonNode format, String field) {
    JsonNode type = format.path("type");
    if (!absent(format)
        && !(format.isObject() && (absent(type) || type.asString("").equals("text")))) {
      throw OpenAiErrors.unsupported(field, "Only plain text is supported.");
    }
  }

  /** Rejects a field that is present and not false. */
  static void refuse(JsonNode body, String field, String message) {
    JsonNode value = body.path(field);
    if (!absent(value) && !(value.isBoolean() && !value.booleanValue())) {
      throw OpenAiErrors.unsupported(field, message);
    }
  }

  static String model(JsonNode body) {
    JsonNode model = body.path("model");
    if (!model.isString() || model.stringValue().isBlank()) {
      throw OpenAiErrors.invalid("model", "model must name an agent; GET …/models lists them.");
    }
    return model.stringValue();
  }

  /** Returns the number of the last event that the client has; -1 for none. */
  static long after(HttpServletRequest request) {
    String after = request.getParameter("starting_after");
    if (after != null && !NUMBER.matcher(after).matches()) {
      throw OpenAiErrors.invalid(
          "starting_after", "starting_after must be the sequence_number of an event.");
    }
    return after == null ? -1 : Long.parseLong(after);
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

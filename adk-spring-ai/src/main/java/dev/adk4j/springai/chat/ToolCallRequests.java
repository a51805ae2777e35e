package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.value.Json;
import java.util.Locale;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads a call's name and arguments, which may be invalid. */
final class ToolCallRequests {

  private static final String UNNAMED = "(unnamed tool call)";

  private ToolCallRequests() {}

  /**
   * Returns a call that is not run, because the answer ended before it was necessarily complete.
   */
  static ToolCallRequest cut(ToolCall call, String finishReason) {
    String reason = "may be truncated, because the answer ended with '" + finishReason + "'";
    return refused(call.id(), tool(call.name()), reason, call.arguments());
  }

  private static String tool(String name) {
    return name.isBlank() ? UNNAMED : name;
  }

  static ToolCallRequest of(String providerId, String name, String arguments) {
    String tool = tool(name);
    String text = plain(arguments);
    if (text.isBlank()) {
      return new ToolCallRequest(providerId, tool, null);
    }
    try {
      JsonNode args = Json.read(text);
      if (args.isNull() || (args.isArray() && args.isEmpty())) {
        return new ToolCallRequest(providerId, tool, null);
      }
      return args.isObject()
          ? new ToolCallRequest(providerId, tool, args)
          : refused(providerId, tool, "must be a JSON object, were " + kind(args), arguments);
    } catch (JacksonException e) {
      return refused(providerId, tool, "are not valid JSON", arguments);
    }
  }

  /** Returns the JSON in arguments that are a JSON string of JSON, as some servers send them. */
  static String plain(String arguments) {
    if (arguments.startsWith("\ufeff")) {
      return plain(arguments.substring(1));
    }
    if (!arguments.stripLeading().startsWith("\"")) {
      return arguments;
    }
    try {
      String inner = plain(Json.read(arguments).stringValue());
      if (!inner.isBlank()) {
        Json.read(inner);
      }
      return inner;
    } catch (JacksonException e) {
      return arguments;
    }
  }

  /** Returns a rejected call, which keeps the received text to show to the model. */
  private static ToolCallRequest refused(
      String providerId, String tool, String reason, String arguments) {
    AdkException problem =
        AdkException.saying(
            LlmErrorCode.E_LLM_INVALID_TOOL_CALL_ARGS, "%s. Received: %s", reason, arguments);
    return new ToolCallRequest(providerId, tool, null, null, null, problem.getMessage());
  }

  private static String kind(JsonNode node) {
    return "a JSON " + node.getNodeType().name().toLowerCase(Locale.ROOT);
  }
}

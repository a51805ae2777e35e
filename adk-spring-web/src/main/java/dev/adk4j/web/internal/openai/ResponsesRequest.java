package dev.adk4j.web.internal.openai;

import dev.adk4j.primitive.Message;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.protocol.ProtocolGates.Approval;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Body of {@code POST /v1/responses}: the agent, and either the user's new message or decisions
 * about waiting calls.
 *
 * @param message null if there are decisions
 * @param decisions decisions by the reference of the gate; OpenAI has no field for edited arguments
 * @param previous the response that is continued
 * @param conversation the conversation's name, chosen by the client
 */
record ResponsesRequest(
    String model,
    @Nullable Message message,
    Map<String, Approval> decisions,
    @Nullable String previous,
    @Nullable String conversation,
    boolean stream,
    boolean background) {

  /** Maximum number of decisions in one request. */
  private static final int MOST = 100;

  static ResponsesRequest read(JsonNode body) {
    RequestRules.check(body);
    RequestRules.refuse(body, "prompt", "An agent has its own prompt. Send no prompt.");
    JsonNode store = body.path("store");
    if (store.isBoolean() && !store.booleanValue()) {
      throw OpenAiErrors.unsupported("store", "Messages to an agent are always stored.");
    }
    String previous = RequestRules.text(body.path("previous_response_id"), "previous_response_id");
    JsonNode named = body.path("conversation");
    String conversation =
        RequestRules.text(named.isObject() ? named.path("id") : named, "conversation");
    if (previous != null && conversation != null) {
      throw OpenAiErrors.invalid(
          "previous_response_id", "Send previous_response_id or conversation, not both.");
    }
    JsonNode input = body.path("input");
    Map<String, Approval> decisions = decisions(input);
    Message message = decisions.isEmpty() ? message(input) : null;
    boolean background = RequestRules.flag(body, "background");
    if (background && message != null && !message.attachments().isEmpty()) {
      throw OpenAiErrors.unsupported(
          "background", "A background response accepts text only. Send files without background.");
    }
    if (message == null && previous == null && conversation == null) {
      throw OpenAiErrors.invalid(
          "previous_response_id",
          "A decision requires the previous_response_id of the response that requested it.");
    }
    return new ResponsesRequest(
        RequestRules.model(body),
        message,
        decisions,
        previous,
        conversation,
        RequestRules.flag(body, "stream"),
        background);
  }

  /** Returns a gate of the decisions; empty if there are none. */
  String gate() {
    return decisions.keySet().stream().findFirst().orElse("");
  }

  /** Returns the user's message at the end of the input; earlier items are not read. */
  private static Message message(JsonNode input) {
    if (!input.isArray() || input.isEmpty()) {
      return UserContent.read(input, "input");
    }
    JsonNode last = RequestRules.last(input);
    JsonNode type = last.path("type");
    if (!RequestRules.absent(type) && !type.asString("").equals("message")) {
      throw OpenAiErrors.unsupported(
          "input",
          "The input must end with the user's message, or with mcp_approval_response items.");
    }
    if (!last.path("role").asString("").equals("user")) {
      throw OpenAiErrors.unsupported("input", "The last message must be a user message.");
    }
    return UserContent.read(last.path("content"), "input");
  }

  /** Returns the decisions at the end of the input. */
  private static Map<String, Approval> decisions(JsonNode input) {
    Map<String, Approval> decisions = new LinkedHashMap<>();
    for (int i = input.size() - 1; i >= 0; i--) {
      JsonNode item = input.path(i);
      if (!item.path("type").asString("").equals("mcp_approval_response")) {
        break;
      }
      Approval decision = decision(item);
      if (decisions.putIfAbsent(decision.ref(), decision) != null) {
        throw OpenAiErrors.invalid(
            "input", "The request contains two decisions about the same call.");
      }
    }
    if (decisions.size() > MOST) {
      throw OpenAiErrors.invalid(
          "input", "At most " + MOST + " decisions are allowed in a request.");
    }
    return decisions;
  }

  private static Approval decision(JsonNode item) {
    JsonNode gate = item.path("approval_request_id");
    JsonNode approve = item.path("approve");
    if (!gate.isString() || gate.stringValue().isBlank() || !approve.isBoolean()) {
      throw OpenAiErrors.invalid(
          "input", "A mcp_approval_response requires approval_request_id and approve.");
    }
    return new Approval(
        gate.stringValue(),
        approve.booleanValue(),
        arguments(item.path("arguments")),
        RequestRules.absent(item.path("reason")) ? null : item.path("reason").asString(null));
  }

  private static @Nullable JsonValue arguments(JsonNode arguments) {
    if (RequestRules.absent(arguments)) {
      return null;
    }
    try {
      JsonNode args = Json.read(arguments.asString(""));
      if (args.isObject()) {
        return JsonValue.of(args);
      }
    } catch (JacksonException e) {
      // refused below
    }
    throw OpenAiErrors.invalid("input", "arguments must be the text of a JSON object.");
  }
}

package dev.adk4j.web.internal.aisdk;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.protocol.ProtocolGates.Approval;
import dev.adk4j.web.internal.protocol.UserInput;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Parts of a chat's request that are read: its id, the last user message, and the answers to
 * approvals. The rest of the history that the client sends is not trusted and not read.
 *
 * @param messageId id of the message that the answer belongs to; null for a new one
 * @param user null for a request that only answers approvals
 * @param known tool calls that the client has in its message
 */
record ChatRequest(
    String id,
    @Nullable String agent,
    boolean regenerates,
    @Nullable String messageId,
    @Nullable JsonNode user,
    List<Approval> approvals,
    Set<String> known) {

  /** Throws {@code VALIDATION_EXCEPTION} for a body that is not a chat request. */
  static ChatRequest of(JsonValue json) {
    JsonNode body = json.node();
    JsonNode messages = body.path("messages");
    JsonNode last = messages.path(messages.size() - 1);
    String role = last.path("role").asString("");
    new Violations()
        .check(body.path("id").isString(), "$.id", "type", "must be the id of the chat")
        .check(messages.isArray(), "$.messages", "type", "must be a list")
        .check(
            role.equals("user") || role.equals("assistant"),
            "$.messages",
            "role",
            "must end with a user message, or with the assistant message whose approvals are "
                + "answered")
        .check(
            last.path("parts").isArray(),
            "$.messages",
            "parts",
            "must have parts in the last message")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    boolean asks = role.equals("user");
    JsonNode assistant = asks ? messages.path(messages.size() - 2) : last;
    Set<String> known = new LinkedHashSet<>();
    assistant.path("parts").forEach(part -> add(known, part.path("toolCallId")));
    return new ChatRequest(
        body.path("id").asString(),
        body.path("agent").asString(null),
        body.path("trigger").asString("").equals("regenerate-message"),
        asks ? null : last.path("id").asString(null),
        asks ? last : null,
        approvals(assistant, body.path("editedArgs")),
        known);
  }

  private static void add(Set<String> ids, JsonNode id) {
    if (id.isString()) {
      ids.add(id.asString());
    }
  }

  private static List<Approval> approvals(JsonNode assistant, JsonNode edited) {
    List<Approval> approvals = new ArrayList<>();
    if (assistant.path("role").asString("").equals("assistant")) {
      for (JsonNode part : assistant.path("parts")) {
        JsonNode approval = part.path("approval");
        if (part.path("state").asString("").equals("approval-responded")
            && approval.path("id").isString()
            && approval.path("approved").isBoolean()) {
          JsonNode args = edited.path(approval.path("id").asString());
          approvals.add(
              new Approval(
                  approval.path("id").asString(),
                  approval.path("approved").booleanValue(),
                  args.isObject() ? JsonValue.of(args) : null,
                  approval.path("reason").asString(null)));
        }
      }
    }
    return approvals;
  }

  /** Returns the user's message. */
  Message message() {
    UserInput input = new UserInput();
    for (JsonNode part : user == null ? List.<JsonNode>of() : user.path("parts")) {
      switch (part.path("type").asString("")) {
        case "text" -> input.text(part.path("text").asString(""));
        case "file" ->
            input.dataUrl(
                part.path("url").asString(""),
                part.path("mediaType").asString(null),
                part.path("filename").asString(null));
        default -> {
          // custom data of the front end
        }
      }
    }
    return input.message("\n\n");
  }

  /**
   * Returns a key of the complete content of the user message: a message may be edited under its
   * id.
   */
  String digest() {
    return user == null ? "" : Checksum.exact("message", JsonValue.of(user));
  }
}

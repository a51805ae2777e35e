package dev.adk4j.web.internal.agui;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.internal.protocol.UserInput;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Parts of a run's input that are read: its thread, its last user message, the answers to
 * interrupts, and, if allowed, the client's tools with their results. The rest of the history, the
 * state and the context that the client sends are not trusted and not read.
 *
 * @param user the last message; null if it is not a user message
 * @param known ids of the messages that the client has, and of their tool calls
 * @param results tool results at the end of the messages
 * @param tools tools that the client offers to run
 */
record RunInput(
    String threadId,
    String runId,
    @Nullable String parentRunId,
    @Nullable String agent,
    @Nullable JsonNode user,
    List<Resume> resume,
    Set<String> known,
    List<Result> results,
    JsonNode tools) {

  /** Result of a call that the client has run. */
  record Result(String callId, String content, boolean failed) {}

  /**
   * An answer to an interrupt.
   *
   * @param payload the answer; missing if there is none
   */
  record Resume(String ref, boolean cancelled, JsonNode payload) {}

  /** Throws {@code VALIDATION_EXCEPTION} for a body that is not a run's input. */
  static RunInput of(JsonValue json) {
    JsonNode body = json.node();
    JsonNode messages = body.path("messages");
    JsonNode last = messages.path(messages.size() - 1);
    new Violations()
        .check(body.path("threadId").isString(), "$.threadId", "type", "must be a text")
        .check(body.path("runId").isString(), "$.runId", "type", "must be a text")
        .check(messages.isArray(), "$.messages", "type", "must be a list")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    Set<String> known = new LinkedHashSet<>();
    for (JsonNode message : messages) {
      known.add(message.path("id").asString(""));
      message.path("toolCalls").forEach(call -> known.add(call.path("id").asString("")));
    }
    return new RunInput(
        body.path("threadId").asString(),
        body.path("runId").asString(),
        body.path("parentRunId").asString(null),
        body.path("forwardedProps").path("agent").asString(null),
        last.path("role").asString("").equals("user") ? last : null,
        resume(body.path("resume")),
        known,
        results(messages),
        body.path("tools"));
  }

  private static List<Result> results(JsonNode messages) {
    List<Result> results = new ArrayList<>();
    for (int i = messages.size() - 1; i >= 0; i--) {
      JsonNode message = messages.path(i);
      if (!message.path("role").asString("").equals("tool")) {
        break;
      }
      String error = message.path("error").asString("");
      String content = text(message.path("content"));
      results.addFirst(
          new Result(
              message.path("toolCallId").asString(""),
              error.isEmpty() || !content.isEmpty() ? content : error,
              !error.isEmpty()));
    }
    return results;
  }

  private static String text(JsonNode content) {
    return content.isString()
        ? content.asString()
        : content
            .valueStream()
            .filter(part -> part.path("type").asString("").equals("text"))
            .map(part -> part.path("text").asString(""))
            .collect(Collectors.joining("\n\n"));
  }

  private static List<Resume> resume(JsonNode answers) {
    List<Resume> resume = new ArrayList<>();
    for (JsonNode answer : answers) {
      String status = answer.path("status").asString("");
      new Violations()
          .check(
              answer.path("interruptId").isString(),
              "$.resume[].interruptId",
              "type",
              "must be a text")
          .check(
              status.equals("resolved") || status.equals("cancelled"),
              "$.resume[].status",
              "value",
              "must be resolved or cancelled")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      resume.add(
          new Resume(
              answer.path("interruptId").asString(),
              status.equals("cancelled"),
              answer.path("payload")));
    }
    return resume;
  }

  /** Returns true if the client only requests the current state. */
  boolean hasNothingNew() {
    return user == null && resume.isEmpty() && results.isEmpty();
  }

  /** Returns the user's message. */
  Message message() {
    if (user == null) {
      throw new AdkException(
          WebErrorCode.E_INPUT_UNREADABLE, "The last message is not a user message.");
    }
    UserInput input = new UserInput();
    JsonNode content = user.path("content");
    if (content.isString()) {
      input.text(content.asString());
    }
    for (JsonNode part : content) {
      if (part.path("type").asString("").equals("text")) {
        input.text(part.path("text").asString(""));
      } else {
        file(part, input);
      }
    }
    return input.message("\n\n");
  }

  private static void file(JsonNode part, UserInput input) {
    JsonNode source = part.path("source");
    if (!source.path("type").asString("").equals("data")) {
      throw new AdkException(
          WebErrorCode.E_INPUT_UNREADABLE, "A file must be sent in the request, as data.");
    }
    input.base64(
        source.path("value").asString(""),
        source.path("mimeType").asString(""),
        part.path("metadata").path("filename").asString(null));
  }

  /** Returns a key of the complete content of the user message. */
  String digest() {
    return user == null ? "" : Checksum.exact("message", JsonValue.of(user));
  }
}

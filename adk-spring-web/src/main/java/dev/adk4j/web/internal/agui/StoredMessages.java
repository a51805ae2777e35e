package dev.adk4j.web.internal.agui;

import static dev.adk4j.web.internal.protocol.ProtocolForm.field;
import static dev.adk4j.web.internal.protocol.ProtocolForm.fields;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.value.Displayable;
import dev.adk4j.web.internal.protocol.TurnForm;
import dev.adk4j.web.internal.stream.ToolResultsJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stored records of a thread as its messages, with the ids that a run uses for them.
 *
 * @param messages messages in the form of the protocol
 * @param calls tool calls in the messages
 */
record StoredMessages(List<Map<String, Object>> messages, Set<String> calls) {

  static final int MOST = 500;

  static StoredMessages of(List<? extends Displayable> records) {
    List<Map<String, Object>> messages = new ArrayList<>();
    Set<String> calls = new HashSet<>();
    for (Displayable each : records) {
      switch (each) {
        case Message message ->
            messages.add(
                message(
                    message.id(),
                    message.role() == MessageRole.USER ? "user" : "assistant",
                    message.text()));
        case Thought thought ->
            messages.add(message(thought.id(), "reasoning", thought.content().value()));
        case ToolCall call -> {
          calls.add(call.id());
          add(call, messages);
        }
        default -> {
          // not shown by a page
        }
      }
    }
    return new StoredMessages(messages, calls);
  }

  private static Map<String, Object> message(String id, String role, String content) {
    return fields(field("id", id), field("role", role), field("content", content));
  }

  private static void add(ToolCall call, List<Map<String, Object>> messages) {
    messages.add(
        fields(
            field("id", call.id()),
            field("role", "assistant"),
            field(
                "toolCalls",
                List.of(
                    fields(
                        field("id", call.id()),
                        field("type", "function"),
                        field(
                            "function",
                            fields(
                                field("name", call.tool()),
                                field("arguments", call.args().text()))))))));
    Map<String, Object> result =
        message(
            RunForm.resultOf(call.id()), "tool", TurnForm.text(ToolResultsJson.of(call.results())));
    result.put("toolCallId", call.id());
    if (call.isError()) {
      result.put("error", String.valueOf(result.get("content")));
    }
    messages.add(result);
  }

  /** Returns the ids of the messages. */
  Set<Object> ids() {
    Set<Object> ids = new HashSet<>();
    messages.forEach(message -> ids.add(message.get("id")));
    return ids;
  }
}

package dev.adk4j.boot.llm;

import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Chat completions of compatible servers, as OpenAI writes them. Tool calls are sent with the
 * finish reason, because Spring AI loses text after the first one.
 */
final class OpenAiEvents extends ProviderEvents {

  private static final List<String> COUNTS =
      List.of("prompt_tokens", "completion_tokens", "total_tokens");

  /** Members of parts of a content that are texts, or references to sources of the text. */
  private static final List<String> PARTS = List.of("text", "thinking", "reference_ids");

  /** Calls by the index that the server gave them; -1 for none. */
  private final Map<Integer, Call> places = new HashMap<>();

  private final List<Call> calls = new ArrayList<>();
  private int complete;
  private boolean begun;

  private record Call(ObjectNode json, StringBuilder arguments) {}

  OpenAiEvents(BufferedSource stream) {
    super(stream, "");
  }

  @Override
  void event(String name, @Nullable JsonNode json, String data) {
    boolean done = data.equals("[DONE]");
    if (done && begun && !ended) {
      // A server that sends no finish reason ends with this event only.
      String stop = "{\"choices\":[{\"finish_reason\":\"stop\"}]}";
      event("", Json.read(stop), stop);
    }
    JsonNode error = name.equals("error") ? NoAnswer.told(data) : error(json);
    if (error != null) {
      fail(error);
    } else if (json instanceof ObjectNode chunk) {
      begun = true;
      read(chunk, "delta");
      send("", Json.write(chunk));
    } else if (done || (!ended && json == null && name.isEmpty())) {
      send("", data);
    }
  }

  @Override
  void whole(ObjectNode answer) {
    read(answer, "message");
  }

  /** Returns the error; null for an answer. */
  @Override
  @Nullable JsonNode error(@Nullable JsonNode answer) {
    if (answer == null || answer.hasNonNull("error")) {
      return answer == null ? null : answer.get("error");
    }
    JsonNode choices = answer.path("choices");
    for (JsonNode choice : choices) {
      if (choice.hasNonNull("error")) {
        return choice.get("error");
      }
      if (reason(choice).equals("error")) {
        return NoAnswer.told("it ended with '" + choice.get("finish_reason").asString() + "'");
      }
    }
    return !choices.isArray() && WORDS.stream().anyMatch(answer::hasNonNull) ? answer : null;
  }

  private void read(ObjectNode answer, String message) {
    answer.remove("error");
    for (String name : new String[] {"id", "model"}) {
      if (!answer.path(name).isString()) {
        answer.put(name, "");
      }
    }
    JsonNode usage = answer.path("usage");
    if (!COUNTS.stream().allMatch(count -> usage.path(count).canConvertToExactIntegral())) {
      answer.remove("usage");
    } else {
      COUNTS.forEach(name -> ((ObjectNode) usage).put(name, usage.get(name).longValue()));
    }
    int index = 0;
    JsonNode given = answer.path("choices");
    for (JsonNode choice : given.isArray() ? given : answer.putArray("choices")) {
      if (choice instanceof ObjectNode one) {
        choice(one, message, index++);
      }
    }
  }

  private void choice(ObjectNode choice, String message, int index) {
    boolean whole = message.equals("message");
    String reason = reason(choice);
    ended |= !reason.isEmpty();
    choice.put("index", choice.path("index").asInt(index));
    choice.put("finish_reason", reason.isEmpty() ? whole ? "stop" : null : reason);
    ObjectNode said = object(choice, choice.path(message).isObject() ? message : "message");
    choice.set(message, said);
    if (said.path("content") instanceof ArrayNode parts
        && parts.valueStream().allMatch(part -> PARTS.stream().anyMatch(part::has))) {
      said.put("content", texts(parts.valueStream()));
      said.put(
          "reasoning_content",
          texts(parts.findValues("thinking").stream().flatMap(JsonNode::valueStream)));
    }
    if (said.path("function_call") instanceof ObjectNode function) {
      said.putArray("tool_calls").addObject().set("function", function);
    }
    for (JsonNode call : said.path("tool_calls")) {
      if (call instanceof ObjectNode one) {
        add(one, whole);
      }
    }
    said.remove("tool_calls");
    if (!calls.isEmpty() && (whole || !reason.isEmpty())) {
      complete(said.putArray("tool_calls"), whole);
    }
  }

  private static String texts(Stream<JsonNode> parts) {
    return parts.map(part -> part.path("text").asString("")).collect(Collectors.joining());
  }

  /** Adds a call, or a piece of one: another id or, without an index, a name begins another. */
  private void add(ObjectNode call, boolean whole) {
    ObjectNode function = object(call, "function");
    String name = function.path("name").asString("");
    String id = call.path("id").asString("");
    int index = whole ? calls.size() : call.path("index").asInt(-1);
    Call known = places.get(index);
    String knownId = known == null ? "" : known.json.path("id").asString("");
    boolean other = id.isBlank() || knownId.isBlank() ? index < 0 : !id.equals(knownId);
    if (known == null || (other && !name.isBlank())) {
      known = new Call(call, new StringBuilder());
      calls.add(known);
      places.put(index, known);
    } else {
      for (Map.Entry<String, JsonNode> member : call.properties()) {
        known.json.putIfAbsent(member.getKey(), member.getValue());
      }
      known.json.put("id", knownId.isBlank() ? id : knownId);
    }
    if (known.json.at("/function/name").asString("").isBlank()) {
      object(known.json, "function").put("name", name);
    }
    JsonNode arguments = function.path("arguments");
    known.arguments.append(
        arguments.isContainer() ? Json.write(arguments) : arguments.asString(""));
  }

  /** Writes the unwritten calls and pieces. Some servers send a finish reason with each call. */
  private void complete(ArrayNode array, boolean whole) {
    for (int i = 0; i < calls.size(); i++) {
      ObjectNode json = calls.get(i).json;
      ObjectNode function = object(json, "function");
      StringBuilder arguments = calls.get(i).arguments;
      if (i >= complete || !arguments.isEmpty()) {
        name(json.put("type", "function"), i);
        function.put("arguments", arguments.toString());
        if (function.path("name").asString("").isBlank()) {
          function.put("name", "(unnamed tool call)");
        }
        if (!whole) {
          json.put("index", i);
        }
        array.add(json.deepCopy());
        arguments.setLength(0);
      }
    }
    complete = calls.size();
  }

  /** Returns OpenAI's name of a finish reason; empty for none, {@code error} for a failure. */
  private static String reason(JsonNode choice) {
    String reason = choice.path("finish_reason").asString("").strip().toLowerCase(Locale.ROOT);
    return switch (reason) {
      case "null" -> "";
      case "eos", "eos_token", "end_turn", "stop_sequence", "complete" -> "stop";
      case "tool_use", "tool_call" -> "tool_calls";
      case "max_tokens", "model_length" -> "length";
      case "safety", "refusal" -> "content_filter";
      case "abort", "cancelled", "insufficient_system_resource" -> "error";
      default -> reason;
    };
  }
}

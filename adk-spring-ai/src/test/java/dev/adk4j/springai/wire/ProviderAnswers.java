package dev.adk4j.springai.wire;

import dev.adk4j.value.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes answers as providers do, as one response or as a stream of two deltas. */
enum ProviderAnswers {
  OPENAI("stop", "length", "tool_calls", "content_filter") {
    @Override
    String response(String text, String reason) {
      return openAi("message", Map.of("role", "assistant", "content", text), reason);
    }

    @Override
    String stream(List<String> deltas, String reason) {
      return events(
          Stream.concat(
              deltas.stream().map(delta -> openAi("delta", Map.of("content", delta), null)),
              Stream.of(openAi("delta", Map.of(), reason), "[DONE]")));
    }

    @Override
    String callResponse(String tool, String args) {
      return openAi(
          "message", Map.of("role", "assistant", "tool_calls", calls(tool, args)), "tool_calls");
    }

    @Override
    String callStream(String tool, String args) {
      return events(
          Stream.of(
              openAi("delta", Map.of("role", "assistant", "tool_calls", calls(tool, args)), null),
              openAi("delta", Map.of(), "tool_calls"),
              "[DONE]"));
    }
  },

  ANTHROPIC("end_turn", "max_tokens", "tool_use", "refusal") {
    @Override
    String response(String text, String reason) {
      return message(List.of(Map.of("type", "text", "text", text)), reason);
    }

    @Override
    String stream(List<String> deltas, String reason) {
      return blocks(
          Map.of("type", "text", "text", ""),
          deltas.stream()
              .map(delta -> Map.<String, Object>of("type", "text_delta", "text", delta))
              .toList(),
          reason);
    }

    @Override
    String callResponse(String tool, String args) {
      return message(
          List.of(
              Map.of("type", "tool_use", "id", "toolu_1", "name", tool, "input", Json.read(args))),
          "tool_use");
    }

    @Override
    String callStream(String tool, String args) {
      return blocks(
          Map.of("type", "tool_use", "id", "toolu_1", "name", tool, "input", Map.of()),
          List.of(Map.of("type", "input_json_delta", "partial_json", args)),
          "tool_use");
    }
  },

  GEMINI("STOP", "MAX_TOKENS", "STOP", "SAFETY") {
    @Override
    String response(String text, String reason) {
      return candidate(Map.of("text", text), reason);
    }

    @Override
    String stream(List<String> deltas, String reason) {
      return events(
          Stream.concat(
              deltas.stream()
                  .limit(deltas.size() - 1L)
                  .map(d -> candidate(Map.of("text", d), null)),
              Stream.of(candidate(Map.of("text", deltas.getLast()), reason))));
    }

    @Override
    String callResponse(String tool, String args) {
      return candidate(
          Map.of("functionCall", Map.of("name", tool, "args", Json.read(args))), "STOP");
    }

    @Override
    String callStream(String tool, String args) {
      return events(Stream.of(callResponse(tool, args)));
    }
  };

  final String stop;
  final String cut;
  final String calls;
  final String refused;

  ProviderAnswers(String stop, String cut, String calls, String refused) {
    this.stop = stop;
    this.cut = cut;
    this.calls = calls;
    this.refused = refused;
  }

  static ProviderAnswers of(String provider) {
    return valueOf(provider.toUpperCase(java.util.Locale.ROOT));
  }

  /** Lets the server answer with a text. */
  void say(RecordedServer server, boolean streamed, String text, String reason) {
    int half = text.length() / 2;
    if (streamed) {
      server.stream(stream(List.of(text.substring(0, half), text.substring(half)), reason));
    } else {
      server.json(200, response(text, reason));
    }
  }

  /** Lets the server answer with a tool call. */
  void call(RecordedServer server, boolean streamed, String tool, String args) {
    if (streamed) {
      server.stream(callStream(tool, args));
    } else {
      server.json(200, callResponse(tool, args));
    }
  }

  abstract String response(String text, String reason);

  abstract String stream(List<String> deltas, String reason);

  abstract String callResponse(String tool, String args);

  abstract String callStream(String tool, String args);

  private static String events(Stream<String> data) {
    return data.map(line -> "data: " + line + "\n\n").collect(Collectors.joining());
  }

  private static Object calls(String tool, String args) {
    return List.of(
        Map.of(
            "index",
            0,
            "id",
            "call_1",
            "type",
            "function",
            "function",
            Map.of("name", tool, "arguments", args)));
  }

  private static String openAi(String member, Map<String, Object> said, String reason) {
    var choice = new java.util.LinkedHashMap<String, Object>();
    choice.put("index", 0);
    choice.put(member, said);
    choice.put("finish_reason", reason);
    return json(
        Map.of(
            "id",
            "chatcmpl-1",
            "object",
            member.equals("delta") ? "chat.completion.chunk" : "chat.completion",
            "created",
            1780000000,
            "model",
            "recorded",
            "choices",
            List.of(choice),
            "usage",
            Map.of("prompt_tokens", 20, "completion_tokens", 12, "total_tokens", 32)));
  }

  private static String message(List<?> content, String reason) {
    var message = new java.util.LinkedHashMap<String, Object>();
    message.put("id", "msg_01");
    message.put("type", "message");
    message.put("role", "assistant");
    message.put("model", "recorded");
    message.put("content", content);
    message.put("stop_reason", reason);
    message.put("stop_sequence", null);
    message.put("usage", Map.of("input_tokens", 20, "output_tokens", 12));
    return json(message);
  }

  private static String blocks(
      Map<String, ?> start, List<Map<String, Object>> deltas, String reason) {
    StringBuilder stream = new StringBuilder();
    stream.append(
        event(
            "message_start",
            "{\"type\": \"message_start\", \"message\": " + message(List.of(), null) + "}"));
    stream.append(
        event(
            "content_block_start",
            json(Map.of("type", "content_block_start", "index", 0, "content_block", start))));
    for (Map<String, Object> delta : deltas) {
      stream.append(
          event(
              "content_block_delta",
              json(Map.of("type", "content_block_delta", "index", 0, "delta", delta))));
    }
    stream.append(event("content_block_stop", "{\"type\": \"content_block_stop\", \"index\": 0}"));
    stream.append(
        event(
            "message_delta",
            "{\"type\": \"message_delta\", \"delta\": {\"stop_reason\": \""
                + reason
                + "\", \"stop_sequence\": null}, \"usage\": {\"output_tokens\": 12}}"));
    return stream.append(event("message_stop", "{\"type\": \"message_stop\"}")).toString();
  }

  private static String event(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }

  private static String candidate(Map<String, ?> part, String reason) {
    var candidate = new java.util.LinkedHashMap<String, Object>();
    candidate.put("content", Map.of("role", "model", "parts", List.of(part)));
    candidate.put("index", 0);
    if (reason != null) {
      candidate.put("finishReason", reason);
    }
    return json(
        Map.of(
            "candidates",
            List.of(candidate),
            "modelVersion",
            "recorded",
            "responseId",
            "r1",
            "usageMetadata",
            Map.of("promptTokenCount", 20, "candidatesTokenCount", 12, "totalTokenCount", 32)));
  }

  private static String json(Object value) {
    return Json.mapper().writeValueAsString(value);
  }
}

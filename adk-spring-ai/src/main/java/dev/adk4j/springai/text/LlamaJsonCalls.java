package dev.adk4j.springai.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Reads a text that consists of one or more JSON objects, each with a string {@code name},
 * optionally inside a code fence. An object is a call only if it has arguments or parameters, or
 * names a tool, because a JSON answer may also contain a name.
 */
enum LlamaJsonCalls implements TextToolCallParser {
  LLAMA3_JSON;

  private static final String FENCE = "```";

  @Override
  public List<TextToolCall> parse(String text, Set<String> tools) {
    String body = unfenced(text);
    List<TextToolCall> calls = new ArrayList<>();
    int at = TemplateTokens.skip(body, 0);
    while (at < body.length()) {
      int end = body.charAt(at) == '{' ? JsonSpans.end(body, at, body.length()) : -1;
      if (end < 0) {
        return List.of();
      }
      String json = body.substring(at, end);
      JsonNode call = CallObjects.read(json);
      if (call == null || !isCall(call, tools)) {
        return List.of();
      }
      calls.add(CallObjects.of(call, json));
      at = afterSeparator(body, TemplateTokens.skip(body, end));
    }
    return calls;
  }

  private static boolean isCall(JsonNode call, Set<String> tools) {
    String name = CallObjects.name(call);
    return !name.isBlank() && (CallObjects.arguments(call) != null || tools.contains(name));
  }

  private static int afterSeparator(String text, int at) {
    return at < text.length() && (text.charAt(at) == ';' || text.charAt(at) == ',')
        ? TemplateTokens.skip(text, at + 1)
        : at;
  }

  private static String unfenced(String text) {
    String body = text.strip();
    int line = body.indexOf('\n');
    return body.startsWith(FENCE) && body.endsWith(FENCE) && line > 0
        ? body.substring(line, body.length() - FENCE.length())
        : body;
  }

  @Override
  public String toString() {
    return "llama3_json";
  }
}

package dev.adk4j.springai.text;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Parsers of this library for tool calls in text. Text marked as a call is a call even if it is not
 * valid JSON; its result is then an error that shows the text to the model.
 *
 * @since 0.1.0
 */
public final class TextToolCallParsers {

  private static final TextToolCallParser HERMES =
      new MarkedCalls("hermes", "<tool_call>", "</tool_call>");
  private static final TextToolCallParser MISTRAL =
      new MarkedCalls("mistral", "[TOOL_CALLS]", null);
  private static final Map<String, TextToolCallParser> KNOWN = known();

  private TextToolCallParsers() {}

  /**
   * Returns the parser with a name in properties: {@code none}, {@code hermes} for {@code
   * <tool_call>{"name": …, "arguments": {…}}</tool_call>}, {@code llama3_json} for answers that
   * consist of JSON objects with a name and parameters, {@code mistral} for {@code
   * [TOOL_CALLS][{"name": …, "arguments": {…}}]}, or {@code auto} for the first of these that finds
   * a call. Hyphens and underscores are equivalent.
   *
   * @throws AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} with all names if there is none
   */
  public static TextToolCallParser named(String name) {
    TextToolCallParser parser = KNOWN.get(Names.plain(name));
    if (parser == null) {
      throw new AdkException(
          LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
          Names.unknown("localToolCallParser", name, names()));
    }
    return parser;
  }

  /** Returns the names for {@link #named}. */
  public static Set<String> names() {
    return KNOWN.keySet();
  }

  private static Map<String, TextToolCallParser> known() {
    Map<String, TextToolCallParser> known = new LinkedHashMap<>();
    known.put("none", TextToolCallParser.NONE);
    known.put("auto", TextToolCallParsers::first);
    known.put("hermes", HERMES);
    known.put("llama3_json", LlamaJsonCalls.LLAMA3_JSON);
    known.put("mistral", MISTRAL);
    return Collections.unmodifiableMap(known);
  }

  private static List<TextToolCall> first(String text, Set<String> tools) {
    return Stream.of(HERMES, LlamaJsonCalls.LLAMA3_JSON, MISTRAL)
        .map(parser -> parser.parse(text, tools))
        .filter(calls -> !calls.isEmpty())
        .findFirst()
        .orElse(List.of());
  }
}

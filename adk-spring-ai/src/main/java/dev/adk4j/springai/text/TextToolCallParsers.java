package dev.adk4j.springai.text;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parsers of this library for tool calls in text. Text marked as a call is a call even if it is not
 * valid JSON; its result is then an error that shows the text to the model.
 *
 * @since 0.1.0
 */
public final class TextToolCallParsers {

  private static final TextToolCallParser AUTO =
      new FirstOfCalls(
          List.of(HermesCalls.HERMES, LlamaJsonCalls.LLAMA3_JSON, MistralCalls.MISTRAL));

  private static final Map<String, TextToolCallParser> KNOWN = known();

  private TextToolCallParsers() {}

  /**
   * Returns a parser for {@code <tool_call>{"name": …, "arguments": {…}}</tool_call>}, used by
   * Hermes, Qwen and others.
   */
  public static TextToolCallParser hermes() {
    return HermesCalls.HERMES;
  }

  /**
   * Returns a parser for answers that consist of JSON objects with a name and parameters, used by
   * Llama 3.
   */
  public static TextToolCallParser llama3Json() {
    return LlamaJsonCalls.LLAMA3_JSON;
  }

  /** Returns a parser for {@code [TOOL_CALLS][{"name": …, "arguments": {…}}]}. */
  public static TextToolCallParser mistral() {
    return MistralCalls.MISTRAL;
  }

  /**
   * Returns a parser that tries the other parsers in this order and returns the first non-empty
   * result.
   */
  public static TextToolCallParser auto() {
    return AUTO;
  }

  /**
   * Returns the parser with a name in properties: {@code none}, {@code hermes}, {@code
   * llama3_json}, {@code mistral} or {@code auto}. Hyphens and underscores are equivalent.
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
    known.put("auto", AUTO);
    known.put("hermes", HermesCalls.HERMES);
    known.put("llama3_json", LlamaJsonCalls.LLAMA3_JSON);
    known.put("mistral", MistralCalls.MISTRAL);
    return Collections.unmodifiableMap(known);
  }
}

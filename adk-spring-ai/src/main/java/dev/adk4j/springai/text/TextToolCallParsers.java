package dev.adk4j.springai.text;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parsers of this library for tool calls in text. What is marked as a call and is no JSON is
 * one too, which is answered with an error that tells the model what it wrote.
 */
public final class TextToolCallParsers {

  private static final TextToolCallParser AUTO =
      new FirstOfCalls(
          List.of(HermesCalls.HERMES, LlamaJsonCalls.LLAMA3_JSON, MistralCalls.MISTRAL));

  private static final Map<String, TextToolCallParser> KNOWN = known();

  private TextToolCallParsers() {}

  /** {@code <tool_call>{"name": …, "arguments": {…}}</tool_call>}: Hermes, Qwen and others. */
  public static TextToolCallParser hermes() {
    return HermesCalls.HERMES;
  }

  /** The whole answer is JSON objects with a name and parameters: Llama 3. */
  public static TextToolCallParser llama3Json() {
    return LlamaJsonCalls.LLAMA3_JSON;
  }

  /** {@code [TOOL_CALLS][{"name": …, "arguments": {…}}]}. */
  public static TextToolCallParser mistral() {
    return MistralCalls.MISTRAL;
  }

  /** The first of those, in that order, that finds a call. */
  public static TextToolCallParser auto() {
    return AUTO;
  }

  /**
   * By its name in properties: {@code none}, {@code hermes}, {@code llama3_json}, {@code mistral}
   * or {@code auto}; a hyphen is as good as an underscore.
   *
   * @throws AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} naming those there are
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

  /** What {@link #named} knows. */
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

package dev.adk4j.springai.text;

import java.util.List;
import java.util.Set;

/**
 * Finds tool calls in the text of an answer, for servers that do not separate calls from text.
 * Called only for an answer without regular calls, with its text without reasoning. {@link
 * TextToolCallParsers} has parsers for well-known models. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface TextToolCallParser {

  /** Parser that finds no calls. */
  TextToolCallParser NONE = (text, tools) -> List.of();

  /**
   * Returns the calls in a text.
   *
   * @param text complete answer
   * @param tools names of the tools that can be called
   * @return calls in the order of the text; empty if there are none
   */
  List<TextToolCall> parse(String text, Set<String> tools);
}

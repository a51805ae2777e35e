package dev.adk4j.springai.text;

import java.util.List;
import java.util.Set;

/**
 * Finds the tool calls that a model wrote into the text of its answer, for servers that do not tell
 * calls from text. It is asked only where an answer has no call of the usual kind, and only with
 * what the model itself wrote in it, its reasoning left out. Stateless and shared by concurrent
 * dispatches. {@link TextToolCallParsers} has those for well-known models.
 */
@FunctionalInterface
public interface TextToolCallParser {

  /** Finds none. */
  TextToolCallParser NONE = (text, tools) -> List.of();

  /**
   * @param text a whole answer
   * @param tools the names of the tools that can be called
   * @return in the order of the text; empty where there is none
   */
  List<TextToolCall> parse(String text, Set<String> tools);
}

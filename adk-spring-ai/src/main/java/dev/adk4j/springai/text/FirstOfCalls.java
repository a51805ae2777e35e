package dev.adk4j.springai.text;

import java.util.List;
import java.util.Set;

/** Tries parsers in order and returns the first non-empty result. */
record FirstOfCalls(List<TextToolCallParser> parsers) implements TextToolCallParser {

  FirstOfCalls {
    parsers = List.copyOf(parsers);
  }

  @Override
  public List<TextToolCall> parse(String text, Set<String> tools) {
    for (TextToolCallParser parser : parsers) {
      List<TextToolCall> calls = parser.parse(text, tools);
      if (!calls.isEmpty()) {
        return calls;
      }
    }
    return List.of();
  }

  @Override
  public String toString() {
    return "auto";
  }
}

package dev.adk4j.springai.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds {@code <tool_call>{"name": …, "arguments": {…}}</tool_call>} anywhere in the text, any
 * number of times. The closing tag may be missing. A tag without JSON after it is plain text.
 */
enum HermesCalls implements TextToolCallParser {
  HERMES;

  private static final String OPENER = "<tool_call>";
  private static final String CLOSER = "</tool_call>";

  @Override
  public List<TextToolCall> parse(String text, Set<String> tools) {
    List<TextToolCall> calls = new ArrayList<>();
    boolean broken = false;
    int opener = text.indexOf(OPENER);
    while (opener >= 0) {
      int start = TemplateTokens.skip(text, opener + OPENER.length());
      int end = start;
      if (JsonSpans.beginsAt(text, start)) {
        // Only the first unclosed tag is searched to the end of the text, which keeps the time
        // linear.
        end = JsonSpans.end(text, start, broken ? endOfBlock(text, start) : text.length());
        if (end < 0) {
          broken = true;
          end = endOfBlock(text, start);
          calls.add(CallObjects.broken(text.substring(start, end).strip()));
        } else {
          calls.addAll(CallObjects.marked(text.substring(start, end)));
        }
      }
      opener = text.indexOf(OPENER, end);
    }
    return calls;
  }

  private static int endOfBlock(String text, int start) {
    int closer = text.indexOf(CLOSER, start);
    return closer < 0 ? text.length() : closer;
  }

  @Override
  public String toString() {
    return "hermes";
  }
}

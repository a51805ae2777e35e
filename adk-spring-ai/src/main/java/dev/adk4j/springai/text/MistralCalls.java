package dev.adk4j.springai.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds {@code [TOOL_CALLS][{"name": …, "arguments": {…}}, …]} anywhere in the text. */
enum MistralCalls implements TextToolCallParser {
  MISTRAL;

  private static final String MARK = "[TOOL_CALLS]";

  @Override
  public List<TextToolCall> parse(String text, Set<String> tools) {
    List<TextToolCall> calls = new ArrayList<>();
    int mark = text.indexOf(MARK);
    while (mark >= 0) {
      int start = TemplateTokens.skip(text, mark + MARK.length());
      int next = start;
      if (JsonSpans.beginsAt(text, start) && !text.startsWith(MARK, start)) {
        int end = JsonSpans.end(text, start, text.length());
        if (end < 0) {
          // All text that follows belongs to it.
          calls.add(CallObjects.broken(text.substring(start).strip()));
          return calls;
        }
        calls.addAll(CallObjects.marked(text.substring(start, end)));
        next = end;
      }
      mark = text.indexOf(MARK, next);
    }
    return calls;
  }

  @Override
  public String toString() {
    return "mistral";
  }
}

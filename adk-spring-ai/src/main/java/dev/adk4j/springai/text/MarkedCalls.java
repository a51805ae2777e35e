package dev.adk4j.springai.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls in JSON behind an opener anywhere in the text, any number of times: {@code
 * <tool_call>{"name": …, "arguments": {…}}</tool_call>} or {@code [TOOL_CALLS][{"name": …,
 * "arguments": {…}}, …]}. The closer may be missing. An opener without JSON after it is plain text.
 *
 * @param name name for messages
 * @param opener text before the JSON
 * @param closer null if nothing but the end of the text ends invalid JSON
 */
record MarkedCalls(String name, String opener, @Nullable String closer)
    implements TextToolCallParser {

  @Override
  public List<TextToolCall> parse(String text, Set<String> tools) {
    List<TextToolCall> calls = new ArrayList<>();
    boolean broken = false;
    int at = text.indexOf(opener);
    while (at >= 0) {
      int start = TemplateTokens.skip(text, at + opener.length());
      int end = start;
      if (JsonSpans.beginsAt(text, start) && !text.startsWith(opener, start)) {
        // Only the first unclosed call is searched to the end of the text, which keeps the time
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
      at = text.indexOf(opener, end);
    }
    return calls;
  }

  private int endOfBlock(String text, int start) {
    int end = closer == null ? -1 : text.indexOf(closer, start);
    return end < 0 ? text.length() : end;
  }

  @Override
  public String toString() {
    return name;
  }
}

package dev.adk4j.springai.chat;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts reasoning together by its source. Some sources repeat all there was at each chunk, others
 * give the next piece; what starts with everything that was collected is of the first kind.
 */
final class ReasoningCollector {

  /** What the sources inside an answer's text begin with. */
  static final String IN_TEXT = "text:";

  private final Map<String, StringBuilder> bySource = new LinkedHashMap<>();

  /** What of the value is new; empty where nothing is. */
  String add(String source, String value) {
    StringBuilder known = bySource.computeIfAbsent(source, key -> new StringBuilder());
    boolean cumulative =
        !known.isEmpty() && value.length() >= known.length() && value.startsWith(known.toString());
    String delta = cumulative ? value.substring(known.length()) : value;
    known.append(delta);
    return delta;
  }

  /** What certainly is the next piece. */
  void append(String source, String delta) {
    bySource.computeIfAbsent(source, key -> new StringBuilder()).append(delta);
  }

  /**
   * The full texts. Blank ones are left out, and of several that are equal all but the first.
   *
   * @param first the sources that come first, in their order; the others follow as they appeared
   */
  Map<String, String> collected(List<String> first) {
    Map<String, String> texts = new LinkedHashMap<>();
    Set<String> sources = new LinkedHashSet<>(first);
    sources.addAll(bySource.keySet());
    for (String source : sources) {
      String full = bySource.getOrDefault(source, new StringBuilder()).toString();
      if (!full.isBlank() && !texts.containsValue(full)) {
        texts.put(source, full);
      }
    }
    return texts;
  }
}

package dev.adk4j.springai.chat;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects reasoning by source. Some sources repeat the whole text with each chunk, others send the
 * next piece. A chunk that starts with all collected text counts as a repetition.
 */
final class ReasoningCollector {

  /** Prefix of sources inside an answer's text. */
  static final String IN_TEXT = "text:";

  private final Map<String, StringBuilder> bySource = new LinkedHashMap<>();

  /** Adds a value and returns its new part, which may be empty. */
  String add(String source, String value) {
    StringBuilder known = bySource.computeIfAbsent(source, key -> new StringBuilder());
    boolean cumulative =
        !known.isEmpty() && value.length() >= known.length() && value.startsWith(known.toString());
    String delta = cumulative ? value.substring(known.length()) : value;
    known.append(delta);
    return delta;
  }

  /** Adds the next piece. */
  void append(String source, String delta) {
    bySource.computeIfAbsent(source, key -> new StringBuilder()).append(delta);
  }

  /**
   * Returns the full texts by source, without blank ones and duplicates.
   *
   * @param first sources to list first, in order; the others follow in order of appearance
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

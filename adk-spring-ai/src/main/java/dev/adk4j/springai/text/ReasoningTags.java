package dev.adk4j.springai.text;

import java.util.List;
import java.util.stream.Stream;

/**
 * Parser of reasoning between fixed tags.
 *
 * @param name name for messages
 * @param loneClosers true if a closer without an opener ends reasoning
 */
record ReasoningTags(String name, List<Marker> markers, boolean loneClosers)
    implements ReasoningParser {

  ReasoningTags {
    markers = List.copyOf(markers);
  }

  @Override
  public MarkedText begin(AnswerParts parts, boolean live) {
    List<Marker> all = Stream.concat(markers.stream(), Marker.leaks().stream()).toList();
    return new MarkedText(all, parts, live, loneClosers);
  }

  @Override
  public String toString() {
    return name;
  }
}

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

  /** Returns true if the text has a marker that may come first. */
  boolean fits(String text) {
    return markers.stream()
        .filter(marker -> loneClosers || marker.kind() != Marker.Kind.CLOSES)
        .anyMatch(marker -> text.contains(marker.literal()));
  }

  @Override
  public String toString() {
    return name;
  }
}

package dev.adk4j.springai.text;

import java.util.function.Consumer;

/**
 * Passes a text on without the blanks and leaked tokens at its edges. Holds blanks back until other
 * text follows.
 */
final class Edges {

  private final Consumer<String> out;
  private final StringBuilder kept = new StringBuilder();
  private final StringBuilder keptBlanks = new StringBuilder();
  private boolean begun;
  private boolean trims;
  private boolean collapses;

  private Edges(Consumer<String> out, boolean trims) {
    this.out = out;
    this.trims = trims;
  }

  /** Returns edges that change nothing until {@link #tidy} is called. */
  static Edges untouched(Consumer<String> out) {
    return new Edges(out, false);
  }

  static Edges trimmed(Consumer<String> out) {
    return new Edges(out, true);
  }

  /** Begins to remove blanks at the edges, and to replace three or more line ends by two. */
  void tidy() {
    trims = true;
    collapses = true;
  }

  void leak(String token) {
    kept.append(token);
  }

  void add(String text) {
    String content = text.stripTrailing();
    if (!content.isEmpty()) {
      String next = (begun ? kept : keptBlanks) + content;
      pass(!begun && trims ? next.stripLeading() : next);
      kept.setLength(0);
      keptBlanks.setLength(0);
    }
    kept.append(text, content.length(), text.length());
    keptBlanks.append(text, content.length(), text.length());
  }

  void end() {
    if (!trims && !keptBlanks.isEmpty()) {
      pass(keptBlanks.toString());
    }
  }

  private void pass(String text) {
    begun = true;
    out.accept(collapses ? text.replaceAll("\n{3,}", "\n\n") : text);
  }
}

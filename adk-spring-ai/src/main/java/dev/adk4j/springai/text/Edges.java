package dev.adk4j.springai.text;

import java.util.function.Consumer;

/**
 * Passes a text on as it comes, but for its edges: blanks are kept back until something follows
 * them. Leaked tokens count as blanks, and are gone wherever nothing stands before or behind them.
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

  /** Nothing is changed until it is said that something was cut out. */
  static Edges untouched(Consumer<String> out) {
    return new Edges(out, false);
  }

  static Edges trimmed(Consumer<String> out) {
    return new Edges(out, true);
  }

  /** From now on blanks at the edges go, and three line ends or more become two. */
  void tidy() {
    trims = true;
    collapses = true;
  }

  void leak(String token) {
    kept.append(token);
  }

  void add(String text) {
    int end = endOfContent(text);
    if (end > 0) {
      String next = (begun ? kept : keptBlanks) + text.substring(0, end);
      pass(!begun && trims ? next.stripLeading() : next);
      kept.setLength(0);
      keptBlanks.setLength(0);
    }
    kept.append(text, end, text.length());
    keptBlanks.append(text, end, text.length());
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

  private static int endOfContent(String text) {
    int end = text.length();
    while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }
}

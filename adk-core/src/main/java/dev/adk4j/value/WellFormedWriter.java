package dev.adk4j.value;

import dev.adk4j.internal.Surrogates;
import java.io.IOException;
import java.io.Writer;

/**
 * Forwards JSON, escaping each unpaired surrogate. Each forwarded piece ends with a whole
 * character. Closes nothing.
 */
final class WellFormedWriter extends Writer {

  private final Writer out;

  /** The first half of a character whose second half may follow; empty for none. */
  private String half = "";

  WellFormedWriter(Writer out) {
    this.out = out;
  }

  @Override
  public void write(char[] json, int from, int length) throws IOException {
    int at = from;
    while (at < from + length && !Character.isSurrogate(json[at])) {
      at++;
    }
    if (half.isEmpty() && at == from + length) {
      out.write(json, from, length);
      return;
    }
    String all = half + String.valueOf(json, from, length);
    int end = all.length();
    if (end > 0 && Character.isHighSurrogate(all.charAt(end - 1))) {
      end--;
    }
    half = all.substring(end);
    out.write(Surrogates.escaped(all.substring(0, end)));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}

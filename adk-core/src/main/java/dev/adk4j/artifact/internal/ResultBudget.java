package dev.adk4j.artifact.internal;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.HeapShare;
import java.io.Writer;

/**
 * Limits the size of a query's result. A query that exceeds it fails with {@code
 * E_ARTIFACT_QUERY_LIMIT}; a result is never truncated. For one query on one thread.
 */
public final class ResultBudget {

  /** The maximum characters of a result for a model; its written form may be twice as long. */
  private static final long MODEL_CHARACTERS = HeapShare.of(64, 4L * 1024 * 1024);

  private static final long HELD_BYTES = HeapShare.of(8, Long.MAX_VALUE);
  private static final int BYTES_PER_ELEMENT = 112;

  private final long characters;
  private long used;
  private long held;

  private ResultBudget(long characters) {
    this.characters = characters;
  }

  /** Returns a budget for a query by the program itself: an eighth of the heap. */
  public static ResultBudget forProgram() {
    return new ResultBudget(Long.MAX_VALUE);
  }

  /** Returns a budget for a query by a model: 4,194,304 characters, or less with a small heap. */
  public static ResultBudget forModel() {
    return new ResultBudget(MODEL_CHARACTERS);
  }

  /** Returns the text; fails if it exceeds the limit of a result for a model. */
  public static String checked(String text) {
    if (text.length() > 2 * MODEL_CHARACTERS) {
      throw tooLarge(2 * MODEL_CHARACTERS + " characters as text");
    }
    return text;
  }

  /** Returns a writer into {@code text} that fails if {@link #checked} would. */
  public static Writer writer(StringBuilder text) {
    return new CheckedWriter(text);
  }

  /**
   * Charges one text.
   *
   * @param elements the number of elements charged before, for the message
   */
  public void text(long elements, CharSequence text) {
    charge(elements, text.length() + 1L, 2L * text.length());
  }

  /**
   * Charges one JSON value, whose tree takes several times its text.
   *
   * @param elements the number of elements charged before, for the message
   */
  public void json(long elements, long characters) {
    charge(elements, characters, 10 * characters);
  }

  private void charge(long elements, long characters, long bytes) {
    used += characters;
    held += BYTES_PER_ELEMENT + bytes;
    if (used > this.characters) {
      throw tooLarge(this.characters + " characters after " + elements + " elements");
    }
    if (held > HELD_BYTES) {
      throw tooLarge(HELD_BYTES + " bytes of memory after " + elements + " elements");
    }
  }

  private static AdkException tooLarge(String what) {
    return AdkException.saying(
        AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
        "The result has more than %s; request a smaller part.",
        what);
  }

  private static final class CheckedWriter extends Writer {

    private final StringBuilder text;

    CheckedWriter(StringBuilder text) {
      this.text = text;
    }

    @Override
    public void write(char[] characters, int offset, int length) {
      if (text.length() + (long) length > 2 * MODEL_CHARACTERS) {
        throw tooLarge(2 * MODEL_CHARACTERS + " characters as text");
      }
      text.append(characters, offset, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}

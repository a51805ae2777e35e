package dev.adk4j.artifact;

import dev.adk4j.bytes.InMemorySpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The size of a text, as its producer knows it beforehand.
 *
 * @param byteLength stored bytes
 * @param lineCount lines, the empty one after a last {@code \n} included
 */
public record SizeHints(long byteLength, long lineCount) {

  public SizeHints {
    new Violations()
        .check(byteLength >= 0, "$.byteLength", "range", "must be 0 or more")
        .check(lineCount >= 0, "$.lineCount", "range", "must be 0 or more")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  /** The size that the text has once it is spooled. */
  public static SizeHints of(String text) {
    InMemorySpoolReader reader = new InMemorySpoolReader(text);
    try {
      return new SizeHints(reader.byteLength(), reader.lineCount());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.adk4j.token.internal;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Reports that a tokenizer failed and its count was replaced by an estimate.
 *
 * @param encoding the id of the encoding
 * @param error the tokenizer's exception
 * @param textPreview the first 80 UTF-16 code units of the text
 */
public record TokenWarning(String encoding, @JsonIgnore Throwable error, String textPreview) {

  private static final int PREVIEW = 80;

  public static TokenWarning of(String encoding, Throwable error, String text) {
    return new TokenWarning(encoding, error, text.substring(0, Math.min(text.length(), PREVIEW)));
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "TokenWarning[" + encoding + "]";
  }
}

package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.nio.charset.StandardCharsets;

/**
 * Markdown or plain text to search. Replaces characters that no database stores, U+0000 and halves
 * of surrogate pairs.
 *
 * @param source name by which passages are cited, such as {@code guides/returns.md}; the same on
 *     every machine
 * @param text the whole text; may be empty
 * @since 0.1.0
 */
public record SourceDocument(String source, String text) {

  public SourceDocument {
    new Violations()
        .requiredText(source, "$.source")
        .required(text, "$.text")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    source = storable(source);
    text = storable(text);
  }

  static String storable(String text) {
    String paired =
        new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8); // ? for halves
    return paired.replace('\0', '\uFFFD');
  }

  /** Returns the source; omits the text. */
  @Override
  public String toString() {
    return "SourceDocument[" + source + "]";
  }
}

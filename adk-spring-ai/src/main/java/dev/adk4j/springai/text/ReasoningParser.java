package dev.adk4j.springai.text;

/**
 * Separates reasoning from the answer, for models that write both into one text. The state of one
 * answer is in its {@link ReasoningSplitter}. {@link ReasoningParsers} has parsers for well-known
 * models. Must be thread-safe.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ReasoningParser {

  /** Parser that takes all text as the answer. */
  ReasoningParser NONE = (parts, live) -> new Unsplit(parts);

  /**
   * Returns a splitter for one answer.
   *
   * @param parts receives the parts
   * @param live true if parts are shown immediately and cannot be withdrawn; otherwise the text
   *     arrives as a whole, and the splitter may wait for its end
   */
  ReasoningSplitter begin(AnswerParts parts, boolean live);
}

package dev.adk4j.springai.text;

/**
 * Tells the reasoning in the text of an answer from the answer itself, for models that write both
 * into one text. Stateless and shared by concurrent dispatches; what belongs to one answer is in
 * its {@link ReasoningSplitter}. {@link ReasoningParsers} has those for well-known models.
 */
@FunctionalInterface
public interface ReasoningParser {

  /** Takes all text for the answer, unchanged. */
  ReasoningParser NONE = (parts, live) -> new Unsplit(parts);

  /**
   * Begins with one answer.
   *
   * @param parts is told what is found
   * @param live whether what it is told is shown at once, so that it cannot be taken back;
   *     otherwise the text comes as a whole and the splitter may wait for its end
   */
  ReasoningSplitter begin(AnswerParts parts, boolean live);
}

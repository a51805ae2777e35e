package dev.adk4j.springai.text;

/** Splitter that takes all text as the answer. */
final class Unsplit implements ReasoningSplitter {

  private final AnswerParts parts;

  Unsplit(AnswerParts parts) {
    this.parts = parts;
  }

  @Override
  public void add(String text) {
    parts.text(text);
  }

  @Override
  public void end() {}
}

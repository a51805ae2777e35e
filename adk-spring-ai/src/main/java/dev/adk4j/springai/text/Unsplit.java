package dev.adk4j.springai.text;

/** Splitter that takes all text as the answer. */
record Unsplit(AnswerParts parts) implements ReasoningSplitter {

  @Override
  public void add(String text) {
    parts.text(text);
  }

  @Override
  public void end() {}
}

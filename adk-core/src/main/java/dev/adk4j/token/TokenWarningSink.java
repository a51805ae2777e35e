package dev.adk4j.token;

/** Is told when a count had to be estimated although the encoding has a tokenizer. */
@FunctionalInterface
public interface TokenWarningSink {

  /** Called on the thread that counted. What it throws is logged and does not reach who counted. */
  void degraded(TokenWarning warning);
}

package dev.adk4j.token.internal;

/** Is told when a count had to be estimated although the encoding has a tokenizer. */
@FunctionalInterface
public interface TokenWarningSink {

  /** Called on the thread that counted. Its exceptions are logged and do not reach the caller. */
  void degraded(TokenWarning warning);
}

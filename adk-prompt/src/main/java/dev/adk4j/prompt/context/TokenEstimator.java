package dev.adk4j.prompt.context;

/** Counts the tokens of a text. */
@FunctionalInterface
public interface TokenEstimator {
  long estimate(String text, String encoding);
}

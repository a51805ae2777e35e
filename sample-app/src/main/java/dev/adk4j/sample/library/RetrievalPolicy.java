package dev.adk4j.sample.library;

/** Decides what the documentation is searched for. */
@FunctionalInterface
public interface RetrievalPolicy {

  /** Returns true if passages may help to answer the message. */
  boolean wantsPassages(String message);
}

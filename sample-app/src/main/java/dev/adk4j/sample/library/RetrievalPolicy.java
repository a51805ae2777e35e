package dev.adk4j.sample.library;

/** Decides what the documentation is searched for. */
@FunctionalInterface
public interface RetrievalPolicy {

  /** Whether passages may help to answer that message. */
  boolean wantsPassages(String message);
}

package dev.adk4j.memory.extraction;

/** What happens to messages of which a model's answer made no sense. */
public enum ParseFailure {
  /** They count as saved, with a warning in the log: nothing is ever extracted from them. */
  SKIP,
  /** The save failed and is tried again; may go on until the model behaves. */
  RETRY
}

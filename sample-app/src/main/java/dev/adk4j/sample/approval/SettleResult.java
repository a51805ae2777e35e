package dev.adk4j.sample.approval;

/** Result of a decision. */
public sealed interface SettleResult {

  /** It counts. */
  record Settled() implements SettleResult {}

  /** There is no such gate in that turn on this instance: settled before, ended, or never there. */
  record Unknown() implements SettleResult {}

  /** The changed arguments do not fit; the gate is still open. */
  record Invalid(String message) implements SettleResult {}
}

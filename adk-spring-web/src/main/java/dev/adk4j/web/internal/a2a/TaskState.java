package dev.adk4j.web.internal.a2a;

/** States of a task. */
enum TaskState {
  SUBMITTED,
  WORKING,
  INPUT_REQUIRED,
  AUTH_REQUIRED,
  COMPLETED,
  FAILED,
  CANCELED,
  REJECTED;

  private static final String PREFIX = "TASK_STATE_";

  /** Returns the state of that name in the protocol. */
  static TaskState of(String wire) {
    return valueOf(wire.startsWith(PREFIX) ? wire.substring(PREFIX.length()) : "");
  }

  String wire() {
    return PREFIX + name();
  }

  /** Returns true for a final state. */
  boolean ended() {
    return ordinal() >= COMPLETED.ordinal();
  }

  /** Returns true for a state in which the task waits for decisions. */
  boolean waits() {
    return this == INPUT_REQUIRED || this == AUTH_REQUIRED;
  }
}

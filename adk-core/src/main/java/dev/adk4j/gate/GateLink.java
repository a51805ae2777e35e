package dev.adk4j.gate;

import dev.adk4j.value.Ids;
import org.jspecify.annotations.Nullable;

/** What stands between a live gate and its settlement: nothing, or a record in a store. */
interface GateLink {

  /** Nobody but this process knows of the gate. */
  GateLink NONE = new GateLink() {};

  /** The gate's name across processes; null where it has none. */
  default @Nullable String ref() {
    return null;
  }

  /**
   * Code of this process settles the open gate.
   *
   * @param given what was given, before the schema
   * @param value what the waiter would get
   * @param error what the waiter would throw; null for a resolution
   * @return whether it may: false where another decision was first, which then arrives by itself
   */
  default boolean claim(
      GateDecisionKind kind,
      @Nullable Object given,
      @Nullable Object value,
      @Nullable Throwable error) {
    return true;
  }

  /** Code of this process gave a value that the schema refused. */
  default void invalid(@Nullable Object given, Throwable problem) {}

  /** The timeout elapsed; whether the gate is to be settled as timed out now. */
  default boolean timedOut() {
    return true;
  }

  /** The waiter is about to go on. On the waiter's thread. */
  default void ended(Settlement end) {}

  /** For the waiter of a resolved gate. */
  default GateReceipt receipt(OpenGate gate, Settlement end) {
    return new GateReceipt(
        gate.id(),
        Ids.next(),
        GateActor.process(GateActor.IN_PROCESS),
        end.at(),
        false,
        false,
        ExecutionLedger.inMemory());
  }
}

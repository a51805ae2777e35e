package dev.adk4j.gate;

/**
 * Decides who may settle a gate. Called for every attempt, before all other checks except that of
 * the tenant. Not called for what code does with a live {@link TurnGate}, nor for the aborts and
 * timeouts of a turn. An exception is thrown to the caller that settles, and nothing changes.
 * Called on any thread.
 */
@FunctionalInterface
public interface GateAuthorizer {

  Answer authorize(GateActor actor, GateRecord gate);

  /**
   * Answer of an authorizer.
   *
   * @param reason why the attempt was refused, for the actor and the record; empty if it was
   *     granted
   */
  record Answer(boolean granted, String reason) {

    public static Answer grant() {
      return new Answer(true, "");
    }

    public static Answer refuse(String reason) {
      return new Answer(false, reason);
    }
  }
}

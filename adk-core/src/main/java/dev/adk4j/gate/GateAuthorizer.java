package dev.adk4j.gate;

/**
 * Decides who may settle a gate. Asked for every attempt, before anything else but the tenant is
 * looked at; not asked for what code does with a live {@link TurnGate}, nor for the aborts and
 * timeouts of a turn. An exception is thrown to whoever settles, and nothing changes. Called on any
 * thread.
 */
@FunctionalInterface
public interface GateAuthorizer {

  Answer authorize(GateActor actor, GateRecord gate);

  /**
   * Answer of an authorizer.
   *
   * @param reason why it was refused, for the actor and the record; empty when it was granted
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

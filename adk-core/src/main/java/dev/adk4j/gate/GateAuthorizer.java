package dev.adk4j.gate;

/**
 * Says who may settle a gate. Asked for every attempt, before anything else but the tenant is
 * looked at; not asked for what code does with a live {@link TurnGate}, and for the aborts and
 * timeouts of a turn. What it throws is thrown to whoever settles, and nothing changes. Called on
 * any thread.
 */
@FunctionalInterface
public interface GateAuthorizer {

  GateAuthorization authorize(GateActor actor, GateRecord gate);
}

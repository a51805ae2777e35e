package dev.adk4j.event;

import dev.adk4j.gate.GateState;
import java.time.Instant;

/** A gate was settled; its waiter resumes next. */
public record TurnGateClosed(String turnId, String gateId, GateState result, Instant settledAt)
    implements AgentEvent {}

package dev.adk4j.event;

import dev.adk4j.gate.GateResult;
import java.time.Instant;

/** A gate was settled; its waiter resumes next. */
public record TurnGateClosed(String turnId, String gateId, GateResult result, Instant settledAt)
    implements AgentEvent {}

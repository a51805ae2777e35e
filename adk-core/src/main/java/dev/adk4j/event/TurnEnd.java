package dev.adk4j.event;

import java.time.Instant;

/** The last event of a turn; {@code durationMs} comes from a monotonic clock. */
public record TurnEnd(String turnId, Instant startedAt, Instant endedAt, long durationMs)
    implements AgentEvent {}

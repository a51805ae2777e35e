package dev.adk4j.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An iteration begins; {@code iteration} is 0-based. */
public record IterationStart(
    @Nullable String turnId, String dispatchId, int iteration, Instant startedAt)
    implements AgentEvent {}

package dev.adk4j.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An iteration ran to completion, its writes flushed. */
public record IterationEnd(
    @Nullable String turnId,
    String dispatchId,
    int iteration,
    Instant startedAt,
    Instant endedAt,
    long durationMs)
    implements AgentEvent {}

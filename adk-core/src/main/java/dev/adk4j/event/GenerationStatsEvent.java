package dev.adk4j.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What one model call cost, as the executor reported it. */
public record GenerationStatsEvent(
    @Nullable String turnId,
    String dispatchId,
    int iteration,
    Instant emittedAt,
    GenerationStats stats)
    implements AgentEvent {}

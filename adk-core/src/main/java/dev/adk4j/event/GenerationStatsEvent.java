package dev.adk4j.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reports the statistics of one model call, as the executor gave them. */
public record GenerationStatsEvent(
    @Nullable String turnId,
    String dispatchId,
    int iteration,
    Instant emittedAt,
    GenerationStats stats)
    implements AgentEvent {}

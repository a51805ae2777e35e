package dev.adk4j.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The executor loop ended; {@code iterations} counts those that ran to completion, {@code error} is
 * what a nacked dispatch throws.
 */
public record DispatchEnd(
    @Nullable String turnId,
    String dispatchId,
    DispatchStatus status,
    @JsonIgnore @Nullable Throwable error,
    int iterations,
    Instant startedAt,
    Instant endedAt,
    long durationMs)
    implements AgentEvent {}

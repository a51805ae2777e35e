package dev.adk4j.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A tool's handler returned or threw. */
public record ToolExecutionEnd(
    @Nullable String turnId,
    String toolName,
    String callId,
    Instant startedAt,
    Instant endedAt,
    long durationMs,
    boolean isError)
    implements AgentEvent {}

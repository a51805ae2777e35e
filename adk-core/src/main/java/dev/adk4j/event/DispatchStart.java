package dev.adk4j.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The executor loop begins. */
public record DispatchStart(@Nullable String turnId, String dispatchId, Instant startedAt)
    implements AgentEvent {}

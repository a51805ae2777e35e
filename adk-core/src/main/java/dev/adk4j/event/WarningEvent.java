package dev.adk4j.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Something works less well than it should; nothing failed. */
public record WarningEvent(
    @Nullable String turnId,
    @Nullable String dispatchId,
    @Nullable Integer iteration,
    Instant emittedAt,
    String source,
    String kind,
    String message,
    @Nullable Throwable error,
    @Nullable Object payload)
    implements AgentEvent {}

package dev.adk4j.event;

import com.fasterxml.jackson.annotation.JsonIgnore;
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
    @JsonIgnore @Nullable Throwable error,
    @Nullable Object payload)
    implements AgentEvent {
  /** Never the content. */
  @Override
  public String toString() {
    return "WarningEvent[" + source + ", " + kind + "]";
  }
}

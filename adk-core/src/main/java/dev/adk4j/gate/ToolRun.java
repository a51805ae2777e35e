package dev.adk4j.gate;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one start of a tool that a decision permitted.
 *
 * @param digest the {@link dev.adk4j.value.Checksum#exact} of the call as it was started, after
 *     edits
 * @param node where it was started
 * @param endedAt null while it runs, and where its end was never seen
 */
public record ToolRun(
    String tool,
    String digest,
    String node,
    Instant startedAt,
    @Nullable Instant endedAt,
    Outcome outcome) {

  /** How it ended. */
  public enum Outcome {
    RUNNING,
    SUCCEEDED,
    FAILED,
    /** The decision said no: nothing was started, and the decision is used up. */
    DECLINED,
    /** Its process died: it may have done everything, something, or nothing. */
    UNKNOWN;

    /** The name in stored records and JSON. */
    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The outcome of that name; {@link IllegalArgumentException} where there is none. */
    public static Outcome ofWire(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT));
    }
  }
}

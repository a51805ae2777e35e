package dev.adk4j.prompt;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.List;

/** A named block of prompt material. */
public enum PromptBucket {
  STANDING_INSTRUCTIONS("standingInstructions", "standing-instructions"),
  MEMORIES("memories", "memories"),
  RETRIEVABLES("retrievables", "retrievables"),
  /** Messages, surviving thoughts and tool calls, by time. */
  TIMELINE("timeline", "timeline");

  /** Everything, the conversation last. */
  public static final List<PromptBucket> DEFAULT_ORDER = List.of(values());

  private final String wire;
  private final String property;

  PromptBucket(String wire, String property) {
    this.wire = wire;
    this.property = property;
  }

  /** The name in events and messages. */
  @JsonValue
  public String wire() {
    return wire;
  }

  /** By {@link #wire()} or by its name in properties ({@code standing-instructions}). */
  public static PromptBucket of(String name) {
    for (PromptBucket bucket : values()) {
      if (bucket.wire.equals(name) || bucket.property.equals(name)) {
        return bucket;
      }
    }
    throw new AdkException(
        AdkErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
        "There is no prompt bucket '"
            + name
            + "'; there are standingInstructions, memories, retrievables and timeline.");
  }
}

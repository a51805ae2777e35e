package dev.adk4j.gate;

import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A gate that a process is about to wait for.
 *
 * @param ref a fresh UUID, used unless the key names a gate that is there
 * @param key null for none; always null without a conversation
 * @param payload what is to be decided on
 * @param toolCallId the id that the record of the tool's call will have; null for none
 * @param timeout counted by the store's clock; null for none
 * @param node the process that waits
 */
public record GateOpening(
    String ref,
    Scope scope,
    String turnId,
    String gateId,
    @Nullable String key,
    String reason,
    @Nullable JsonValue payload,
    boolean hasSchema,
    @Nullable String tool,
    @Nullable String checksum,
    @Nullable String toolCallId,
    @Nullable Duration timeout,
    String node) {
  /** Never the content. */
  @Override
  public String toString() {
    return "GateOpening[" + ref + ", " + reason + "]";
  }
}

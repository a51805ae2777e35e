package dev.adk4j.prompt;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Token counts of a prompt: a lower bound, not the number that a provider bills.
 *
 * @param encoding the encoding's id
 */
public record ContextUsage(
    String encoding,
    long systemPrompt,
    long standingInstructions,
    long memories,
    long retrievables,
    long timeline,
    long tools) {

  public long total() {
    return systemPrompt + standingInstructions + memories + retrievables + timeline + tools;
  }

  /** Returns the six buckets by name, in the order of the prompt. */
  public Map<String, Long> perBucket() {
    Map<String, Long> buckets = new LinkedHashMap<>();
    buckets.put("systemPrompt", systemPrompt);
    buckets.put("standingInstructions", standingInstructions);
    buckets.put("memories", memories);
    buckets.put("retrievables", retrievables);
    buckets.put("timeline", timeline);
    buckets.put("tools", tools);
    return buckets;
  }

  /** Returns the payload of a {@code context-window-usage} event. */
  public Map<String, Object> payload(long contextWindow) {
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("total", total());
    payload.put("limit", contextWindow);
    payload.put("encoding", encoding);
    payload.put("perBucket", perBucket());
    return payload;
  }

  /**
   * Fails if the total exceeds the window. A total of exactly the window passes; nothing is
   * removed.
   *
   * @throws AdkException {@code E_LLM_CONTEXT_OVERFLOW} with total, window, encoding and the
   *     buckets as JSON for its arguments
   */
  public void requireWithin(long contextWindow) {
    if (total() <= contextWindow) {
      return;
    }
    String buckets = JsonValue.of(perBucket()).text();
    throw AdkException.of(AdkErrorCode.E_LLM_CONTEXT_OVERFLOW)
        .message(
            "The prompt takes %s tokens (%s) and the context window is %s: %s"
                .formatted(total(), encoding, contextWindow, buckets))
        .args(total(), contextWindow, encoding, buckets)
        .build();
  }
}

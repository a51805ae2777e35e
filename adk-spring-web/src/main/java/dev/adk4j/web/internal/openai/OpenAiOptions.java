package dev.adk4j.web.internal.openai;

import java.util.List;

/**
 * Options of the protocol.
 *
 * @param conversationHeaders headers of a chat completion that name its conversation, the first one
 *     that is there counts
 * @param thoughts tells the model's reasoning, too
 */
public record OpenAiOptions(List<String> conversationHeaders, boolean thoughts) {

  /** The headers that are looked at by default; the second one is Open WebUI's. */
  public static final List<String> HEADERS = List.of("X-Conversation-Id", "X-OpenWebUI-Chat-Id");

  public OpenAiOptions {
    conversationHeaders = List.copyOf(conversationHeaders);
  }
}

package dev.adk4j.web.internal.openai;

import java.util.List;

/**
 * Options of the protocol.
 *
 * @param conversationHeaders headers of a chat completion that name its conversation; the first one
 *     present applies
 * @param thoughts true to include the model's reasoning
 */
public record OpenAiOptions(List<String> conversationHeaders, boolean thoughts) {

  /** Default headers; the second one is that of Open WebUI. */
  public static final List<String> HEADERS = List.of("X-Conversation-Id", "X-OpenWebUI-Chat-Id");
}

package org.springframework.ai.bedrock.converse;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;

/** Makes and reads for tests what is seen in this package only. */
public final class BedrockMessages {

  private BedrockMessages() {}

  /** A null text is what redacted reasoning has. */
  public static AssistantMessage reasoned(
      String said, String reasoning, String signature, AssistantMessage.ToolCall... calls) {
    return new BedrockAssistantMessage.Builder()
        .reasoningContents(List.of(new BedrockReasoningContent(reasoning, signature)))
        .content(said)
        .toolCalls(List.of(calls))
        .build();
  }

  /** The signatures of the reasoning that would be sent with a message. */
  public static List<String> signatures(Message message) {
    return message instanceof BedrockAssistantMessage reasoned
        ? reasoned.getReasoningContents().stream().map(BedrockReasoningContent::signature).toList()
        : List.of();
  }

  /** All of its reasoning that has a text. */
  public static String reasoning(Message message) {
    StringBuilder text = new StringBuilder();
    if (message instanceof BedrockAssistantMessage reasoned) {
      reasoned.getReasoningContents().forEach(content -> text.append(content.text()));
    }
    return text.toString();
  }
}

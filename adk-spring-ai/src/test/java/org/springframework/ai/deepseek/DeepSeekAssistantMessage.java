package org.springframework.ai.deepseek;

import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;

/** Stands for the class of that name, whose module is not among the tests' dependencies. */
public class DeepSeekAssistantMessage extends AssistantMessage {

  private final String reasoningContent;

  public DeepSeekAssistantMessage(String content, String reasoningContent) {
    super(content, Map.of(), List.of(), List.of());
    this.reasoningContent = reasoningContent;
  }

  public String getReasoningContent() {
    return reasoningContent;
  }
}

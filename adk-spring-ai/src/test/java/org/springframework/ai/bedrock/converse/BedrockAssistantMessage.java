package org.springframework.ai.bedrock.converse;

import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;

/**
 * Stands for the class of that name of Spring AI 2.0.1, whose module is not among the tests'
 * dependencies; hidden in its package as that one is.
 */
class BedrockAssistantMessage extends AssistantMessage {

  private final List<BedrockReasoningContent> reasoningContents;

  BedrockAssistantMessage(
      String content,
      List<BedrockReasoningContent> reasoningContents,
      Map<String, Object> properties,
      List<ToolCall> toolCalls) {
    super(content, properties, toolCalls, List.of());
    this.reasoningContents = reasoningContents;
  }

  public List<BedrockReasoningContent> getReasoningContents() {
    return reasoningContents;
  }

  public static class Builder extends AssistantMessage.Builder<Builder> {

    private List<BedrockReasoningContent> reasoningContents = List.of();

    public Builder reasoningContents(List<BedrockReasoningContent> contents) {
      this.reasoningContents = contents;
      return this;
    }

    @Override
    public BedrockAssistantMessage build() {
      return new BedrockAssistantMessage(content, reasoningContents, properties, toolCalls);
    }
  }
}

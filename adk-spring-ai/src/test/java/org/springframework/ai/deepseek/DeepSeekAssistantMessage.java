package org.springframework.ai.deepseek;

import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;

/** Stands for the class of that name, whose module is not among the tests' dependencies. */
public class DeepSeekAssistantMessage extends AssistantMessage {

  private final String reasoningContent;

  protected DeepSeekAssistantMessage(
      String content,
      String reasoningContent,
      Map<String, Object> properties,
      List<ToolCall> toolCalls) {
    super(content, properties, toolCalls, List.of());
    this.reasoningContent = reasoningContent;
  }

  public String getReasoningContent() {
    return reasoningContent;
  }

  /** Extends nothing, as it did not in every version. */
  public static final class Builder {

    private String content;
    private String reasoningContent;
    private Map<String, Object> properties = Map.of();
    private List<ToolCall> toolCalls = List.of();

    public Builder content(String content) {
      this.content = content;
      return this;
    }

    public Builder reasoningContent(String reasoningContent) {
      this.reasoningContent = reasoningContent;
      return this;
    }

    public Builder properties(Map<String, Object> properties) {
      this.properties = properties;
      return this;
    }

    public Builder toolCalls(List<ToolCall> toolCalls) {
      this.toolCalls = toolCalls;
      return this;
    }

    public DeepSeekAssistantMessage build() {
      return new DeepSeekAssistantMessage(content, reasoningContent, properties, toolCalls);
    }
  }
}

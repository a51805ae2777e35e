package dev.adk4j.boot;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** Answers each prompt at once with a text, for seven tokens in all. */
public abstract class AnsweringModel implements ChatModel {

  private final String name;

  protected AnsweringModel(String name) {
    this.name = name;
  }

  protected abstract String answer(Prompt prompt);

  @Override
  public final ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().model(name).build();
  }

  @Override
  public final ChatResponse call(Prompt prompt) {
    ChatOptions options = prompt.getOptions();
    return new ChatResponse(
        List.of(
            new Generation(
                new AssistantMessage(answer(prompt)),
                ChatGenerationMetadata.builder().finishReason("stop").build())),
        ChatResponseMetadata.builder()
            .model(options == null || options.getModel() == null ? name : options.getModel())
            .usage(new DefaultUsage(4, 3))
            .build());
  }
}

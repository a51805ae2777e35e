package dev.adk4j.springai.memory;

import dev.adk4j.error.AdkException;
import dev.adk4j.memory.MemoryErrorCode;
import dev.adk4j.memory.store.ExtractionModel;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * Distils facts with a Spring AI chat model: one blocking call each, outside of any conversation
 * and without tools. Safe for concurrent use where the model is.
 */
public final class ChatModelExtractionModel implements ExtractionModel {

  private final ChatModel model;
  private final @Nullable ChatOptions options;

  /** With the model's own options. */
  public ChatModelExtractionModel(ChatModel model) {
    this(model, null);
  }

  /**
   * @param options of every call, such as a cheaper model's name; null for the model's own
   */
  public ChatModelExtractionModel(ChatModel model, @Nullable ChatOptions options) {
    this.model = Objects.requireNonNull(model, "model");
    this.options = options;
  }

  /**
   * The model's text. Throws what the model throws, and {@code E_MEMORY_EXTRACTION_FAILED} where it
   * answers without any text: both fail the save, which is tried again.
   */
  @Override
  public String complete(String systemPrompt, String userText) {
    List<org.springframework.ai.chat.messages.Message> messages =
        List.of(new SystemMessage(systemPrompt), new UserMessage(userText));
    ChatResponse response =
        model.call(options == null ? new Prompt(messages) : new Prompt(messages, options));
    String text = text(response);
    if (text == null) {
      throw AdkException.of(MemoryErrorCode.E_MEMORY_EXTRACTION_FAILED)
          .message("The chat model answered without a text.")
          .build();
    }
    return text;
  }

  private static @Nullable String text(@Nullable ChatResponse response) {
    Generation result = response == null ? null : response.getResult();
    return result == null ? null : result.getOutput().getText();
  }
}

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
 * Extracts facts with a Spring AI chat model. Each request is one blocking call without tools,
 * outside of any conversation. Thread-safe if the model is.
 *
 * @since 0.1.0
 */
public final class ChatModelExtractionModel implements ExtractionModel {

  private final ChatModel model;
  private final @Nullable ChatOptions options;

  /** Creates an extraction model with the chat model's options. */
  public ChatModelExtractionModel(ChatModel model) {
    this(model, null);
  }

  /**
   * Creates an extraction model.
   *
   * @param options options of every call, such as the name of a cheaper model; null for the chat
   *     model's
   */
  public ChatModelExtractionModel(ChatModel model, @Nullable ChatOptions options) {
    this.model = Objects.requireNonNull(model, "model");
    this.options = options;
  }

  /**
   * Returns the model's text. Rethrows the model's exceptions; throws {@code
   * E_MEMORY_EXTRACTION_FAILED} if the answer has no text. Both fail the save, which is retried
   * later.
   */
  @Override
  public String complete(String systemPrompt, String userText) {
    List<org.springframework.ai.chat.messages.Message> messages =
        List.of(new SystemMessage(systemPrompt), new UserMessage(userText));
    ChatResponse response =
        model.call(options == null ? new Prompt(messages) : new Prompt(messages, options));
    String text = text(response);
    if (text == null) {
      throw new AdkException(
          MemoryErrorCode.E_MEMORY_EXTRACTION_FAILED, "The chat model answered without a text.");
    }
    return text;
  }

  private static @Nullable String text(@Nullable ChatResponse response) {
    Generation result = response == null ? null : response.getResult();
    return result == null ? null : result.getOutput().getText();
  }
}

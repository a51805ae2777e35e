package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;
import dev.adk4j.loop.Tool;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.dialect.ToolChoice;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

/**
 * Builds the options of a request from the model's own, because a model casts them to its class and
 * merges nothing.
 */
final class RequestOptions {

  private RequestOptions() {}

  /**
   * @param tools declared tools; tools of the model's configuration are removed
   */
  static ChatOptions.Builder<?> of(
      ChatModel model,
      ProviderDialect dialect,
      ModelOptions portable,
      List<Tool.Description> tools,
      @Nullable ToolChoice choice) {
    ChatOptions.Builder<?> options = withTools(model, tools);
    portable.applyTo(options);
    portable.requireTaken(options.build(), model);
    if (choice != null && !tools.isEmpty()) {
      dialect.choose(options, choice);
    }
    return options;
  }

  private static ChatOptions.Builder<?> withTools(ChatModel model, List<Tool.Description> tools) {
    ChatOptions own = model.getOptions();
    List<ToolCallback> declared =
        tools.stream().<ToolCallback>map(DeclaredToolCallback::new).toList();
    ChatOptions.Builder<?> options = own.mutate();
    if (options instanceof ToolCallingChatOptions.Builder<?> calling) {
      return calling.toolCallbacks(declared);
    }
    if (tools.isEmpty()) {
      return options;
    }
    if (isPortable(own)) {
      return ToolCallingChatOptions.builder().combineWith(options).toolCallbacks(declared);
    }
    throw AdkException.of(LlmErrorCode.E_LLM_TOOLS_UNSUPPORTED)
        .message(
            "The options of %s, %s, do not support tools, and %s are visible."
                .formatted(model.getClass().getName(), own.getClass().getName(), tools.size()))
        .args(model.getClass().getName())
        .build();
  }

  /** Returns true for the options of a model without options of its own. */
  static boolean isPortable(ChatOptions own) {
    return own.getClass() == ChatOptions.builder().build().getClass();
  }
}

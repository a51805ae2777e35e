package dev.adk4j.springai.dialect;

import com.openai.core.JsonValue;
import com.openai.models.chat.completions.ChatCompletionAllowedToolChoice;
import com.openai.models.chat.completions.ChatCompletionAllowedTools;
import com.openai.models.chat.completions.ChatCompletionToolChoiceOption;
import dev.adk4j.value.Json;
import java.util.Map;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.openai.OpenAiChatOptions;

/** Sets tool choices with OpenAI's classes. Separate from the dialect, which works without them. */
final class OpenAiToolChoices {

  private OpenAiToolChoices() {}

  static void set(ChatOptions.Builder<?> options, ToolChoice choice) {
    ((OpenAiChatOptions.Builder) options).toolChoice(wire(choice));
  }

  private static Object wire(ToolChoice choice) {
    return switch (choice) {
      case ToolChoice.Auto auto -> "auto";
      case ToolChoice.None none -> "none";
      case ToolChoice.Required required -> "required";
      case ToolChoice.Function(String name) ->
          Json.mapper()
              .writeValueAsString(Map.of("type", "function", "function", Map.of("name", name)));
      case ToolChoice.AllowedTools allowed -> allowed(allowed);
    };
  }

  private static ChatCompletionToolChoiceOption allowed(ToolChoice.AllowedTools choice) {
    ChatCompletionAllowedTools.Builder tools =
        ChatCompletionAllowedTools.builder().mode(ChatCompletionAllowedTools.Mode.REQUIRED);
    for (String name : choice.names()) {
      tools.addTool(
          ChatCompletionAllowedTools.Tool.builder()
              .putAdditionalProperty("type", JsonValue.from("function"))
              .putAdditionalProperty("function", JsonValue.from(Map.of("name", name)))
              .build());
    }
    return ChatCompletionToolChoiceOption.ofAllowedToolChoice(
        ChatCompletionAllowedToolChoice.builder().allowedTools(tools.build()).build());
  }
}

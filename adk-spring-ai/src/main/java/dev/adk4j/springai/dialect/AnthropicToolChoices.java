package dev.adk4j.springai.dialect;

import com.anthropic.models.messages.ToolChoiceAny;
import com.anthropic.models.messages.ToolChoiceAuto;
import com.anthropic.models.messages.ToolChoiceNone;
import com.anthropic.models.messages.ToolChoiceTool;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Sets tool choices with Anthropic's classes. Separate from the dialect, which works without them.
 */
final class AnthropicToolChoices {

  private AnthropicToolChoices() {}

  static void set(ChatOptions.Builder<?> options, ToolChoice choice) {
    ((AnthropicChatOptions.Builder) options).toolChoice(wire(choice));
  }

  private static com.anthropic.models.messages.ToolChoice wire(ToolChoice choice) {
    return switch (choice) {
      case ToolChoice.Auto auto ->
          com.anthropic.models.messages.ToolChoice.ofAuto(ToolChoiceAuto.builder().build());
      case ToolChoice.None none ->
          com.anthropic.models.messages.ToolChoice.ofNone(ToolChoiceNone.builder().build());
      case ToolChoice.Required required ->
          com.anthropic.models.messages.ToolChoice.ofAny(ToolChoiceAny.builder().build());
      case ToolChoice.Function(String name) ->
          com.anthropic.models.messages.ToolChoice.ofTool(
              ToolChoiceTool.builder().name(name).build());
      case ToolChoice.AllowedTools allowed -> throw new IllegalStateException("rejected before");
    };
  }
}

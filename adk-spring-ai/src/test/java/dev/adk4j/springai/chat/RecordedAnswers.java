package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;

import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.deepseek.DeepSeekAssistantMessage;

/**
 * What Spring AI's models of some providers give, in the shapes and the order of theirs: an answer
 * in words, and one that thinks, speaks and calls two tools.
 */
enum RecordedAnswers {
  DEEPSEEK("deepseek") {

    @Override
    ChatResponse[] words(boolean streamed) {
      return streamed
          ? new ChatResponse[] {
            of(deep(null, "Two "), ""),
            of(deep(null, "results."), ""),
            of(deep("Rain in Oslo, ", null), ""),
            of(deep("sun in Rome.", null), ""),
            of(deep("", null), "STOP")
          }
          : new ChatResponse[] {of(deep("Rain in Oslo, sun in Rome.", "Two results."), "STOP")};
    }

    @Override
    ChatResponse[] calls(boolean streamed) {
      return streamed
          ? new ChatResponse[] {
            of(deep(null, "Look "), ""),
            of(deep(null, "it up."), ""),
            of(deep("Let me ", null), ""),
            of(deep("look.", null), ""),
            of(deep(null, null, CALLS), "TOOL_CALLS")
          }
          : new ChatResponse[] {of(deep("Let me look.", THOUGHT, CALLS), "TOOL_CALLS")};
    }

    private AssistantMessage deep(
        String text, String reasoning, AssistantMessage.ToolCall... calls) {
      return new DeepSeekAssistantMessage.Builder()
          .content(text)
          .reasoningContent(reasoning)
          .properties(Map.of("id", "r-1", "role", "ASSISTANT"))
          .toolCalls(List.of(calls))
          .build();
    }
  },

  MISTRAL("mistral") {

    @Override
    ChatResponse[] words(boolean streamed) {
      return streamed
          ? new ChatResponse[] {
            of(thinking("", "Two results."), ""),
            of(thinking("Rain in Oslo, ", ""), ""),
            of(thinking("sun in Rome.", ""), "STOP")
          }
          : new ChatResponse[] {of(thinking("Rain in Oslo, sun in Rome.", "Two results."), "STOP")};
    }

    @Override
    ChatResponse[] calls(boolean streamed) {
      return streamed
          ? new ChatResponse[] {
            of(thinking("", "Look "), ""),
            of(thinking("", "it up."), ""),
            of(thinking("Let me look.", ""), ""),
            of(thinking("", "", CALLS), "TOOL_CALLS")
          }
          : new ChatResponse[] {of(thinking("Let me look.", THOUGHT, CALLS), "TOOL_CALLS")};
    }

    private AssistantMessage thinking(
        String text, String thinking, AssistantMessage.ToolCall... calls) {
      return AssistantMessage.builder()
          .content(text)
          .properties(
              thinking.isEmpty()
                  ? Map.of("id", "r-1", "index", 0)
                  : Map.of("id", "r-1", "index", 0, "thinking_content", thinking))
          .toolCalls(List.of(calls))
          .build();
    }
  };

  static final String THOUGHT = "Look it up.";

  private static final AssistantMessage.ToolCall[] CALLS = {
    call("call_1", "weather", "{\"city\":\"Oslo\"}"),
    call("call_2", "weather", "{\"city\":\"Rome\"}")
  };
  private static final ChatResponseMetadata USAGE =
      ChatResponseMetadata.builder().id("r-1").usage(new DefaultUsage(20, 8)).build();

  final String dialect;

  RecordedAnswers(String dialect) {
    this.dialect = dialect;
  }

  abstract ChatResponse[] words(boolean streamed);

  abstract ChatResponse[] calls(boolean streamed);

  private static ChatResponse of(AssistantMessage message, String reason) {
    return new ChatResponse(List.of(new Generation(message, reason(reason))), USAGE);
  }

  private static ChatGenerationMetadata reason(String reason) {
    return ChatGenerationMetadata.builder().finishReason(reason).build();
  }
}

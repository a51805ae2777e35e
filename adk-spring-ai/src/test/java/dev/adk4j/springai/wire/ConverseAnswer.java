package dev.adk4j.springai.wire;

import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.bedrock.converse.BedrockMessages;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlockDelta;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlockStart;
import software.amazon.awssdk.services.bedrockruntime.model.ToolUseBlockStart;

/**
 * Puts an answer of Bedrock together as Spring AI does: words by themselves, calls whole and with
 * the reasoning that was signed.
 */
final class ConverseAnswer {

  private final StringBuilder words = new StringBuilder();
  private final StringBuilder reasoning = new StringBuilder();
  private final StringBuilder signature = new StringBuilder();
  private final List<ToolUseBlockStart> calls = new ArrayList<>();
  private final List<StringBuilder> inputs = new ArrayList<>();

  /** A block as a whole. */
  void add(ContentBlock block) {
    switch (block.type()) {
      case TEXT -> words.append(block.text());
      case REASONING_CONTENT -> {
        reasoning.append(block.reasoningContent().reasoningText().text());
        signature.append(block.reasoningContent().reasoningText().signature());
      }
      case TOOL_USE -> {
        calls.add(
            ToolUseBlockStart.builder()
                .toolUseId(block.toolUse().toolUseId())
                .name(block.toolUse().name())
                .build());
        inputs.add(
            new StringBuilder(Json.mapper().writeValueAsString(block.toolUse().input().unwrap())));
      }
      default -> throw new IllegalArgumentException(block.toString());
    }
  }

  void begin(ContentBlockStart start) {
    if (start.toolUse() != null) {
      calls.add(start.toolUse());
      inputs.add(new StringBuilder());
    }
  }

  /** The words of a piece of a block; null where it has none. */
  String add(ContentBlockDelta delta) {
    switch (delta.type()) {
      case TEXT -> {
        return delta.text();
      }
      case TOOL_USE -> inputs.getLast().append(delta.toolUse().input());
      case REASONING_CONTENT -> {
        if (delta.reasoningContent().text() != null) {
          reasoning.append(delta.reasoningContent().text());
        } else {
          signature.append(delta.reasoningContent().signature());
        }
      }
      default -> throw new IllegalArgumentException(delta.toString());
    }
    return null;
  }

  static ChatResponse words(String text) {
    return response(new AssistantMessage(text), "");
  }

  /** What is left at the end of a stream. */
  ChatResponse end(String stopReason) {
    return response(message(), stopReason);
  }

  /** Words, then calls. */
  ChatResponse whole(String stopReason) {
    ChatResponse said = words(words.toString());
    List<Generation> generations = new ArrayList<>(said.getResults());
    generations.addAll(end(stopReason).getResults());
    return new ChatResponse(generations);
  }

  private AssistantMessage message() {
    List<AssistantMessage.ToolCall> made = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      made.add(
          new AssistantMessage.ToolCall(
              calls.get(i).toolUseId(), "function", calls.get(i).name(), inputs.get(i).toString()));
    }
    return reasoning.isEmpty()
        ? AssistantMessage.builder().content("").toolCalls(made).build()
        : BedrockMessages.reasoned(
            "",
            reasoning.toString(),
            signature.toString(),
            made.toArray(AssistantMessage.ToolCall[]::new));
  }

  private static ChatResponse response(AssistantMessage message, String reason) {
    return new ChatResponse(
        List.of(
            new Generation(
                message, ChatGenerationMetadata.builder().finishReason(reason).build())));
  }
}

package dev.adk4j.springai.chat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
import reactor.core.publisher.Flux;

/** Answers with what it was told to, one stream for each call. */
final class ScriptedChatModel implements ChatModel {

  final List<Prompt> prompts = new ArrayList<>();
  final AtomicInteger canceled = new AtomicInteger();
  private final Deque<Flux<ChatResponse>> script = new ArrayDeque<>();
  private ChatOptions options = ToolCallingChatOptions.builder().model("scripted").build();
  private boolean streams = true;
  private boolean insisting;
  ProviderLikeOptions requested;

  ScriptedChatModel then(ChatResponse... chunks) {
    return then(Flux.just(chunks));
  }

  ScriptedChatModel then(Flux<ChatResponse> stream) {
    script.add(stream);
    return this;
  }

  ScriptedChatModel with(ChatOptions options) {
    this.options = options;
    return this;
  }

  /** Insists on options of that class, as Spring AI's models of providers do. */
  ScriptedChatModel insistingOn(ProviderLikeOptions options) {
    insisting = true;
    return with(options);
  }

  ScriptedChatModel cannotStream() {
    streams = false;
    return this;
  }

  @Override
  public ChatOptions getOptions() {
    return options;
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    ask(prompt);
    return script.remove().blockLast();
  }

  @Override
  public Flux<ChatResponse> stream(Prompt prompt) {
    if (!streams) {
      return ChatModel.super.stream(prompt);
    }
    return Flux.defer(
            () -> {
              ask(prompt);
              return script.remove();
            })
        .doOnCancel(canceled::incrementAndGet);
  }

  private void ask(Prompt prompt) {
    if (insisting) {
      requested = ProviderLikeOptions.cast(prompt.getOptions());
    }
    prompts.add(prompt);
  }

  static ChatResponse text(String text) {
    return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
  }

  static ChatResponse calls(AssistantMessage.ToolCall... calls) {
    return new ChatResponse(
        List.of(
            new Generation(
                AssistantMessage.builder().content("").toolCalls(List.of(calls)).build(),
                ChatGenerationMetadata.builder().finishReason("TOOL_CALLS").build())));
  }

  static AssistantMessage.ToolCall call(String id, String name, String arguments) {
    return new AssistantMessage.ToolCall(id, "function", name, arguments);
  }

  static ChatResponse end(String reason, int prompt, int completion) {
    return new ChatResponse(
        List.of(
            new Generation(
                new AssistantMessage(""),
                ChatGenerationMetadata.builder().finishReason(reason).build())),
        ChatResponseMetadata.builder()
            .id("r-1")
            .model("scripted-1")
            .usage(new DefaultUsage(prompt, completion))
            .build());
  }
}

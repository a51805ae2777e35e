package dev.adk4j.boot.llm;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
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

/**
 * A model that calls a tool and then is down, or its spare one, which calls another one and names
 * it. The newest message says what else is to happen: "next" is answered by the first at once, of
 * "break" it says a part; "spend" calls tools without end; "cut" and, where it stops, "stop" never
 * come to the end of the spare one's answer.
 */
final class FallbackModel implements ChatModel {

  static final int TOKENS = 10;

  private final boolean first;
  private final Consumer<String> told;
  private final boolean stops;

  /**
   * @param told is given the message whose answer does not end
   */
  FallbackModel(boolean first, Consumer<String> told, boolean stops) {
    this.first = first;
    this.told = told;
    this.stops = stops;
  }

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().model(first ? "first" : "spare").build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    throw new UnsupportedOperationException("It streams.");
  }

  @Override
  public Flux<ChatResponse> stream(Prompt prompt) {
    List<Message> messages = prompt.getInstructions();
    int at = messages.size() - 1;
    while (!(messages.get(at) instanceof UserMessage) || isGoOn(messages.get(at))) {
      at--;
    }
    String word = bare(messages.get(at).getText());
    List<String> called =
        messages.subList(at, messages.size()).stream()
            .filter(ToolResponseMessage.class::isInstance)
            .flatMap(message -> ((ToolResponseMessage) message).getResponses().stream())
            .map(ToolResponseMessage.ToolResponse::name)
            .toList();
    return first ? first(word, called) : spare(word, called);
  }

  /** Without the marks around it. */
  private static String bare(String text) {
    return text.replaceAll("<[^>]*>", "").strip();
  }

  /** What is put behind an answer that broke off. */
  private static boolean isGoOn(Message message) {
    return message.getText().contains("Please continue.");
  }

  private static Flux<ChatResponse> first(String word, List<String> called) {
    Flux<ChatResponse> down = Flux.error(new IOException("down"));
    if (word.equals("next")) {
      return said("ok");
    }
    if (word.startsWith("break")) {
      return Flux.just(text("The first says")).concatWith(down);
    }
    return called.isEmpty() ? calls("work", word) : down;
  }

  private Flux<ChatResponse> spare(String word, List<String> called) {
    Set<String> words = Set.of(word.split(" "));
    if (called.size() == 1) {
      return calls(words.contains("pay") ? "transfer" : "look", word);
    }
    if (words.contains("spend")) {
      return calls("work", word);
    }
    if (words.contains("cut") || (stops && words.contains("stop"))) {
      return Flux.concat(
          Flux.just(text("The spare says")).doOnComplete(() -> told.accept(word)), Flux.never());
    }
    return said(called.isEmpty() ? "The spare is here." : "<" + called.getLast() + ">");
  }

  private static Flux<ChatResponse> said(String text) {
    int middle = text.length() / 2;
    return Flux.just(text(text.substring(0, middle)), text(text.substring(middle)), end("STOP"));
  }

  private static Flux<ChatResponse> calls(String tool, String word) {
    return Flux.just(
        new ChatResponse(
            List.of(
                new Generation(
                    AssistantMessage.builder()
                        .content("")
                        .toolCalls(
                            List.of(
                                new AssistantMessage.ToolCall(
                                    "a", "function", tool, "{\"word\":\"" + word + "\"}")))
                        .build(),
                    ChatGenerationMetadata.builder().finishReason("TOOL_CALLS").build()))),
        end("TOOL_CALLS"));
  }

  private static ChatResponse text(String text) {
    return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
  }

  private static ChatResponse end(String reason) {
    return new ChatResponse(
        List.of(
            new Generation(
                new AssistantMessage(""),
                ChatGenerationMetadata.builder().finishReason(reason).build())),
        ChatResponseMetadata.builder().usage(new DefaultUsage(TOKENS - 4, 4)).build());
  }
}

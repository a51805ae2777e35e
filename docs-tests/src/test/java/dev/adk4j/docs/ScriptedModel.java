package dev.adk4j.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
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

/** Stands where a model starter puts its bean: answers with its lines, and streams their words. */
final class ScriptedModel implements ChatModel {

  private final Deque<AssistantMessage> script = new ConcurrentLinkedDeque<>();
  private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

  ScriptedModel says(String text) {
    script.add(new AssistantMessage(text));
    return this;
  }

  ScriptedModel calls(String tool, String arguments) {
    String id = "call-" + script.size();
    var call = new AssistantMessage.ToolCall(id, "function", tool, arguments);
    script.add(AssistantMessage.builder().content("").toolCalls(List.of(call)).build());
    return this;
  }

  int asked() {
    return prompts.size();
  }

  /** Everything the model was shown the last time. */
  String lastPrompt() {
    return prompts.getLast().getInstructions().toString();
  }

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().model("scripted").build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    return stream(prompt).blockLast();
  }

  @Override
  public Flux<ChatResponse> stream(Prompt prompt) {
    return Flux.defer(
        () -> {
          prompts.add(prompt);
          AssistantMessage answer = script.remove();
          List<ChatResponse> chunks = new ArrayList<>();
          if (answer.hasToolCalls()) {
            chunks.add(chunk(answer));
          } else {
            Arrays.stream(answer.getText().split("(?= )"))
                .forEach(word -> chunks.add(chunk(new AssistantMessage(word))));
          }
          chunks.add(end());
          return Flux.fromIterable(chunks);
        });
  }

  private static ChatResponse chunk(AssistantMessage message) {
    return new ChatResponse(List.of(new Generation(message)));
  }

  private static ChatResponse end() {
    var reason = ChatGenerationMetadata.builder().finishReason("stop").build();
    return new ChatResponse(
        List.of(new Generation(new AssistantMessage(""), reason)),
        ChatResponseMetadata.builder().model("scripted").usage(new DefaultUsage(21, 9)).build());
  }
}

package dev.adk4j.benchmarks.inprocess;

import dev.adk4j.benchmarks.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/** Spring AI's chat client, with its memory advisor or without. */
final class SpringAiModelArm implements ModelArm {

  private final Texts texts;
  private final InMemoryChatMemoryRepository repository = new InMemoryChatMemoryRepository();
  private final AtomicInteger deltas = new AtomicInteger();
  private final boolean memory;
  private final ChatClient client;

  private SpringAiModelArm(Texts texts, boolean memory) {
    this.texts = texts;
    this.memory = memory;
    ChatClient.Builder builder = ChatClient.builder(new FakeModel(deltas));
    if (memory) {
      builder.defaultAdvisors(
          MessageChatMemoryAdvisor.builder(
                  MessageWindowChatMemory.builder()
                      .chatMemoryRepository(repository)
                      .maxMessages(1_000_000)
                      .build())
              .build());
    }
    this.client = builder.defaultSystem("be brief").build();
  }

  static SpringAiModelArm withMemory(Texts texts) {
    return new SpringAiModelArm(texts, true);
  }

  static SpringAiModelArm withoutMemory(Texts texts) {
    return new SpringAiModelArm(texts, false);
  }

  @Override
  public void fresh(String[] conversations, int history) {
    for (String conversation : conversations) {
      List<Message> messages = new ArrayList<>();
      for (int i = 0; i < history; i++) {
        messages.add(
            i % 2 == 0 ? new UserMessage(texts.next()) : new AssistantMessage(texts.next()));
      }
      repository.saveAll(conversation, messages);
    }
  }

  @Override
  public Object turn(String conversation, String text) {
    return String.valueOf(request(conversation, text).call().content());
  }

  @Override
  public int stream(String conversation, int count) {
    deltas.set(count);
    AtomicInteger characters = new AtomicInteger();
    request(conversation, "stream").stream()
        .content()
        .doOnNext(delta -> characters.addAndGet(delta.length()))
        .blockLast();
    return characters.get();
  }

  private ChatClient.ChatClientRequestSpec request(String conversation, String text) {
    ChatClient.ChatClientRequestSpec request = client.prompt().user(text);
    return memory
        ? request.advisors(a -> a.param(ChatMemory.CONVERSATION_ID, conversation))
        : request;
  }

  private record FakeModel(AtomicInteger deltas) implements ChatModel {

    @Override
    public ChatResponse call(Prompt prompt) {
      return response("ok");
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
      return Flux.range(0, deltas.get()).map(i -> response("delta"));
    }

    private static ChatResponse response(String text) {
      return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
    }
  }
}

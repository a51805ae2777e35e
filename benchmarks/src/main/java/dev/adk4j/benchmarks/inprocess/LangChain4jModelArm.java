package dev.adk4j.benchmarks.inprocess;

import dev.adk4j.benchmarks.Texts;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** LangChain4j's AI services with a message window. */
final class LangChain4jModelArm implements ModelArm {

  private final Texts texts;
  private final InMemoryChatMemoryStore store = new InMemoryChatMemoryStore();
  private final AtomicInteger deltas = new AtomicInteger();
  private final Chat chat;
  private final StreamingChat streaming;

  LangChain4jModelArm(Texts texts) {
    this.texts = texts;
    this.chat =
        AiServices.builder(Chat.class)
            .chatModel(new FakeModel())
            .chatMemoryProvider(this::memory)
            .build();
    this.streaming =
        AiServices.builder(StreamingChat.class)
            .streamingChatModel(new FakeStreamingModel(deltas))
            .chatMemoryProvider(this::memory)
            .build();
  }

  private MessageWindowChatMemory memory(Object id) {
    return MessageWindowChatMemory.builder()
        .id(id)
        .maxMessages(1_000_000)
        .chatMemoryStore(store)
        .build();
  }

  @Override
  public void fresh(String[] conversations, int history) {
    for (String conversation : conversations) {
      List<ChatMessage> messages = new ArrayList<>();
      for (int i = 0; i < history; i++) {
        messages.add(
            i % 2 == 0
                ? dev.langchain4j.data.message.UserMessage.from(texts.next())
                : AiMessage.from(texts.next()));
      }
      store.updateMessages(conversation, messages);
    }
  }

  @Override
  public Object turn(String conversation, String text) {
    return chat.chat(conversation, text);
  }

  @Override
  public int stream(String conversation, int count) throws Exception {
    deltas.set(count);
    AtomicInteger characters = new AtomicInteger();
    CompletableFuture<ChatResponse> done = new CompletableFuture<>();
    streaming
        .chat(conversation, "stream")
        .onPartialResponse(delta -> characters.addAndGet(delta.length()))
        .onCompleteResponse(done::complete)
        .onError(done::completeExceptionally)
        .start();
    done.get();
    return characters.get();
  }

  /** What an application declares. */
  public interface Chat {
    @SystemMessage("be brief")
    String chat(@MemoryId String id, @UserMessage String text);
  }

  /** The same, streaming. */
  public interface StreamingChat {
    @SystemMessage("be brief")
    TokenStream chat(@MemoryId String id, @UserMessage String text);
  }

  private static ChatResponse response(String text) {
    return ChatResponse.builder().aiMessage(AiMessage.from(text)).build();
  }

  private static final class FakeModel implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      return response("ok");
    }
  }

  private record FakeStreamingModel(AtomicInteger deltas) implements StreamingChatModel {
    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      int count = deltas.get();
      for (int i = 0; i < count; i++) {
        handler.onPartialResponse("delta");
      }
      handler.onCompleteResponse(response("ok"));
    }
  }
}

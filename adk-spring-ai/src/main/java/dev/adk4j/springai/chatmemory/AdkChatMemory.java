package dev.adk4j.springai.chatmemory;

import dev.adk4j.value.Scope;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.util.Assert;

/**
 * Implements Spring AI's chat memory with the window of {@link MessageWindowChatMemory} and a
 * complete history. Adding a message stores it without any read, except for a tool's result and for
 * a system message, which replaces earlier ones. Thread-safe: messages that several threads add to
 * one conversation are all kept.
 *
 * <pre>{@code
 * ChatMemory memory = new AdkChatMemory(repository, 20);
 * ChatClient client =
 *     ChatClient.builder(model)
 *         .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
 *         .build();
 * }</pre>
 *
 * @since 0.1.0
 */
public final class AdkChatMemory implements ChatMemory {

  private final AdkChatMemoryRepository repository;
  private final MessageWindowChatMemory replacing;
  private final int maxMessages;

  /**
   * Creates a memory.
   *
   * @param maxMessages largest number of messages that {@link #get} returns, at least 1; Spring
   *     AI's default is 20
   */
  public AdkChatMemory(AdkChatMemoryRepository repository, int maxMessages) {
    this.repository = Objects.requireNonNull(repository, "repository");
    this.maxMessages = maxMessages;
    this.replacing =
        MessageWindowChatMemory.builder()
            .chatMemoryRepository(repository)
            .maxMessages(maxMessages)
            .build();
  }

  @Override
  public void add(String conversationId, List<Message> messages) {
    Assert.noNullElements(messages, "messages cannot contain null elements");
    if (messages.stream().anyMatch(SystemMessage.class::isInstance)) {
      replacing.add(conversationId, messages);
    } else {
      repository.append(repository.scope(conversationId), messages);
    }
  }

  /**
   * Returns the newest messages from the beginning of a turn, oldest first, after the system
   * messages. Occasionally stores the beginning of the window, to keep the next read short.
   */
  @Override
  public List<Message> get(String conversationId) {
    Scope scope = repository.scope(conversationId);
    Window window = repository.window(scope);
    List<StoredMessage> newest = window.newest(maxMessages);
    if (window.messages().size() > maxMessages + maxMessages / 2) {
      repository.keep(scope, window, newest);
    }
    return Window.plain(newest);
  }

  /** Erases the conversation with its complete history. */
  @Override
  public void clear(String conversationId) {
    repository.deleteByConversationId(conversationId);
  }
}

package dev.adk4j.benchmarks.database;

import dev.adk4j.benchmarks.Texts;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.ArrayList;
import java.util.List;

/**
 * LangChain4j's message window over a store in the pattern of those it ships: one row with the
 * conversation as one JSON document. It ships none for PostgreSQL.
 */
final class LangChain4jArm implements Arm, ChatMemoryStore {

  static final int UNLIMITED = 1_000_000;

  private final BenchmarkDatabase database;
  private final Texts texts;
  private final int window;

  LangChain4jArm(BenchmarkDatabase database, Texts texts, int window) {
    this.database = database;
    this.texts = texts;
    this.window = window;
  }

  @Override
  public String name() {
    return window == UNLIMITED
        ? "LangChain4j, one JSON row"
        : "LangChain4j, one JSON row, window " + window;
  }

  @Override
  public void createTables() {
    database
        .jdbc()
        .execute(
            "create table if not exists l4j_chat_memory (memory_id varchar(255) primary key, content text not null)");
  }

  @Override
  public void seed(String conversation, int history) {
    List<ChatMessage> messages = new ArrayList<>();
    for (int i = 0; i < history; i++) {
      String text = texts.next();
      messages.add(i % 2 == 0 ? UserMessage.from(text) : AiMessage.from(text));
    }
    updateMessages(conversation, messages);
  }

  @Override
  public int turn(String conversation, String user, String assistant) {
    // An AI service makes its memory object per id and asks it for messages, as here.
    ChatMemory memory =
        MessageWindowChatMemory.builder()
            .id(conversation)
            .maxMessages(window)
            .chatMemoryStore(this)
            .build();
    memory.add(UserMessage.from(user));
    int loaded = memory.messages().size() - 1;
    memory.add(AiMessage.from(assistant));
    return loaded;
  }

  @Override
  public List<String> stored(String conversation) {
    return getMessages(conversation).stream()
        .map(
            message ->
                message instanceof UserMessage user
                    ? user.singleText()
                    : ((AiMessage) message).text())
        .toList();
  }

  @Override
  public List<ChatMessage> getMessages(Object id) {
    List<String> rows =
        database.texts("select content from l4j_chat_memory where memory_id = ?", id);
    return rows.isEmpty()
        ? new ArrayList<>()
        : ChatMessageDeserializer.messagesFromJson(rows.getFirst());
  }

  @Override
  public void updateMessages(Object id, List<ChatMessage> messages) {
    database
        .jdbc()
        .update(
            "insert into l4j_chat_memory (memory_id, content) values (?, ?)"
                + " on conflict (memory_id) do update set content = excluded.content",
            id,
            ChatMessageSerializer.messagesToJson(messages));
  }

  @Override
  public void deleteMessages(Object id) {
    database.jdbc().update("delete from l4j_chat_memory where memory_id = ?", id);
  }
}

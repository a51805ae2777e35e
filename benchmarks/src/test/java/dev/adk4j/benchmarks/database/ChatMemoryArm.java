package dev.adk4j.benchmarks.database;

import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.JdbcPersistentStorage;
import dev.adk4j.springai.chatmemory.AdkChatMemory;
import dev.adk4j.springai.chatmemory.AdkChatMemoryRepository;
import dev.adk4j.springai.chatmemory.ChatMemoryImporter;
import dev.adk4j.value.Scope;
import java.util.List;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

/** Spring AI's chat memory over this storage, as the memory advisor uses it. */
final class ChatMemoryArm implements Arm {

  private final BenchmarkDatabase database;
  private final JdbcPersistentStorage storage;
  private final AdkChatMemoryRepository repository;
  private final ChatMemory memory;
  private final String name;

  ChatMemoryArm(BenchmarkDatabase database, boolean springAisWindow) {
    this.database = database;
    this.storage = JdbcPersistentStorage.of(database.dataSource());
    this.repository =
        new AdkChatMemoryRepository(
            storage.history(), AdkStorageAdmin.of(database.dataSource()), raw -> Scope.DEFAULT);
    this.memory =
        springAisWindow
            ? MessageWindowChatMemory.builder().chatMemoryRepository(repository).build()
            : new AdkChatMemory(repository, SpringAiArm.DEFAULT_WINDOW);
    this.name = springAisWindow ? "Spring AI's window over ADK" : "AdkChatMemory";
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void createTables() {
    AdkSchema.of(database.dataSource()).apply(AdkSchemaMode.CREATE_IF_MISSING);
  }

  /** Imports what Spring AI's table holds. */
  @Override
  public void seed(String conversation, int history) {
    new ChatMemoryImporter(database.dataSource(), storage.history(), id -> Scope.DEFAULT).run();
  }

  @Override
  public int turn(String conversation, String user, String assistant) {
    int loaded = memory.get(conversation).size();
    memory.add(conversation, new UserMessage(user));
    memory.add(conversation, List.of((Message) new AssistantMessage(assistant)));
    return loaded;
  }

  List<Message> messages(String conversation) {
    return repository.findByConversationId(conversation);
  }

  @Override
  public List<String> stored(String conversation) {
    return database.texts(
        "select content from adk_message where conversation = ? order by seq", conversation);
  }
}

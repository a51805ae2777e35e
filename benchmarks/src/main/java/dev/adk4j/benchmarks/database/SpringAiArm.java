package dev.adk4j.benchmarks.database;

import dev.adk4j.benchmarks.Texts;
import java.util.List;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.ai.chat.memory.repository.jdbc.PostgresChatMemoryRepositoryDialect;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Spring AI's chat memory over JDBC, as its memory advisor uses it around a model call. */
final class SpringAiArm implements Arm {

  /** The library's own; older messages are deleted. */
  static final int DEFAULT_WINDOW = 20;

  static final int UNLIMITED = 1_000_000;

  private final BenchmarkDatabase database;
  private final int window;
  private final ChatMemory memory;

  SpringAiArm(BenchmarkDatabase database, int window) {
    this.database = database;
    this.window = window;
    this.memory =
        MessageWindowChatMemory.builder()
            .chatMemoryRepository(
                JdbcChatMemoryRepository.builder()
                    .jdbcTemplate(database.jdbc())
                    .dialect(new PostgresChatMemoryRepositoryDialect())
                    .build())
            .maxMessages(window)
            .build();
  }

  @Override
  public String name() {
    return window == UNLIMITED ? "Spring AI, unlimited" : "Spring AI, window " + window;
  }

  @Override
  public void createTables() {
    new ResourceDatabasePopulator(
            new ClassPathResource(
                "org/springframework/ai/chat/memory/repository/jdbc/schema-postgresql.sql"))
        .execute(database.dataSource());
  }

  @Override
  public void seed(String conversation, int history) {
    database
        .jdbc()
        .update(
            "insert into spring_ai_chat_memory (conversation_id, content, type, \"timestamp\", sequence_id)"
                + " select ?, t.text, case g % 2 when 1 then 'USER' else 'ASSISTANT' end,"
                + " now() + g * interval '1 second', g - 1"
                + " from generate_series(1, ?) g join bench_text t on t.i = g % "
                + Texts.COUNT,
            conversation,
            history);
  }

  @Override
  public int turn(String conversation, String user, String assistant) {
    int loaded = memory.get(conversation).size();
    memory.add(conversation, new UserMessage(user));
    memory.add(conversation, List.of((Message) new AssistantMessage(assistant)));
    return loaded;
  }

  @Override
  public List<String> stored(String conversation) {
    return database.texts(
        "select content from spring_ai_chat_memory where conversation_id = ? order by sequence_id",
        conversation);
  }
}

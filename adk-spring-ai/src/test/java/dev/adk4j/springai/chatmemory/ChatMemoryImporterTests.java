package dev.adk4j.springai.chatmemory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;

class ChatMemoryImporterTests {

  @AutoClose private final MemoryDatabase database = new MemoryDatabase();
  private final AdkChatMemoryRepository repository = database.repository(raw -> Scope.DEFAULT);

  @BeforeEach
  void createTable() throws Exception {
    database.execute(
        "create table SPRING_AI_CHAT_MEMORY (conversation_id varchar(36) not null, content"
            + " longvarchar not null, type varchar(10) not null, timestamp timestamp not null,"
            + " sequence_id bigint not null)");
  }

  @Test
  void importsMoreThanABatchOfMessagesInOrderOnce() throws Exception {
    importTwice(1_200);
  }

  @Test
  @Tag("slow")
  void importsTenThousandMessagesInOrderOnce() throws Exception {
    importTwice(10_000);
  }

  private void importTwice(int messages) throws Exception {
    fill("long", messages);
    fill("short", 3);
    assertThat(importer().run()).isEqualTo(messages + 3);
    assertThat(importer().run()).isEqualTo(messages + 3);
    List<Message> read = repository.findByConversationId("long");
    assertThat(read).hasSize(messages);
    for (int i = 0; i < messages; i++) {
      assertThat(read.get(i).getText()).isEqualTo("text " + i);
      assertThat(read.get(i).getMessageType())
          .isEqualTo(i % 2 == 1 ? MessageType.USER : MessageType.ASSISTANT);
    }
    assertThat(database.count("adk_message")).isEqualTo(messages + 3);
    assertThat(repository.findConversationIds()).containsExactlyInAnyOrder("long", "short");
  }

  @Test
  void goesOnWhereAnEarlierRunStopped() throws Exception {
    fill("c", 1_700);
    AtomicInteger batches = new AtomicInteger();
    ChatMemoryImporter stopped =
        new ChatMemoryImporter(
            database.dataSource(),
            database.history(),
            id -> {
              if (batches.incrementAndGet() == 3) {
                throw new IllegalStateException("killed");
              }
              return Scope.DEFAULT;
            });
    assertThatThrownBy(stopped::run).hasMessage("killed");
    assertThat(database.count("adk_message")).isEqualTo(1_000);
    importer().run();
    assertThat(repository.findByConversationId("c")).hasSize(1_700);
    assertThat(database.count("adk_message")).isEqualTo(1_700);
  }

  @Test
  void importsSystemAndToolMessagesAndTheTime() throws Exception {
    database.execute(
        "insert into SPRING_AI_CHAT_MEMORY values ('c', 'be brief', 'SYSTEM', timestamp '2026-01-02"
            + " 03:04:05', 0), ('c', 'hi', 'USER', timestamp '2026-01-02 03:04:06', 1), ('c', '',"
            + " 'TOOL', timestamp '2026-01-02 03:04:07', 2)");
    importer().run();
    assertThat(repository.findByConversationId("c"))
        .extracting(Message::getMessageType)
        .containsExactly(MessageType.SYSTEM, MessageType.USER, MessageType.TOOL);
    assertThat(database.history().read(Scope.conversation("c"), 10).get(1))
        .isInstanceOfSatisfying(
            ConversationEntry.Said.class,
            said ->
                assertThat(said.message().createdAt())
                    .isEqualTo(java.sql.Timestamp.valueOf("2026-01-02 03:04:06").toInstant()));
  }

  @Test
  void refusesATableThatChangedSinceTheLastRun() throws Exception {
    fill("c", 3);
    importer().run();
    database.execute("update SPRING_AI_CHAT_MEMORY set content = 'other' where sequence_id = 1");
    assertThatThrownBy(() -> importer().run()).hasMessageContaining("spring-ai-1");
  }

  @Test
  void namesTheTableThatIsMissing() throws Exception {
    database.execute("drop table SPRING_AI_CHAT_MEMORY");
    assertThatThrownBy(() -> importer().run()).hasMessageContaining("SPRING_AI_CHAT_MEMORY");
  }

  private ChatMemoryImporter importer() {
    return new ChatMemoryImporter(database.dataSource(), database.history(), id -> Scope.DEFAULT);
  }

  private void fill(String conversation, int messages) throws Exception {
    database.execute(
        "insert into SPRING_AI_CHAT_MEMORY select '"
            + conversation
            + "', 'text ' || x, case when mod(x, 2) = 1 then 'USER' else 'ASSISTANT' end,"
            + " timestamp '2026-01-02 03:04:05', x from system_range(0, "
            + (messages - 1)
            + ") r(x) order by rand()");
  }
}

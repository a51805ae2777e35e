package dev.adk4j.benchmarks.kill;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * LangChain4j's AI services with a message window over a store of one row for each conversation, as
 * its documentation shows one, behind a queue that retries. Its memory keeps calls and results.
 */
final class LangChain4jKillArm extends QueuedKillArm implements ChatMemoryStore {

  private static final int WINDOW = 100;

  private final JdbcTemplate jdbc;
  private final Ledger ledger;
  private final Assistant assistant;

  /** The service, as an application declares it. */
  public interface Assistant {
    String chat(@MemoryId String id, @dev.langchain4j.service.UserMessage String text);
  }

  LangChain4jKillArm(DataSource dataSource, Ledger ledger) {
    super(dataSource);
    this.jdbc = new JdbcTemplate(dataSource);
    this.ledger = ledger;
    this.assistant =
        AiServices.builder(Assistant.class)
            .chatModel(new Model())
            .chatMemoryProvider(
                id ->
                    MessageWindowChatMemory.builder()
                        .id(id)
                        .maxMessages(WINDOW)
                        .chatMemoryStore(this)
                        .build())
            .tools(this)
            .build();
  }

  /** The tool. */
  @Tool("Charges")
  public String charge(@P("turn") String turn, @P("n") int n) {
    return ledger.charge(turn, n);
  }

  @Override
  void turn(String turn) {
    // by hand
    if (ledger.keyed()) {
      List<ChatMessage> found = getMessages(turn);
      if (letters(found).endsWith("A")) {
        return;
      }
      updateMessages(turn, beforeLast(found));
    }
    // to here
    assistant.chat(turn, FiveCharges.request(turn));
  }

  // by hand
  private static List<ChatMessage> beforeLast(List<ChatMessage> messages) {
    int request = letters(messages).lastIndexOf('U');
    return request < 0 ? messages : messages.subList(0, request);
  }

  // to here

  private static final class Model implements ChatModel {

    @Override
    public ChatResponse doChat(ChatRequest request) {
      int n = FiveCharges.next(letters(request.messages()));
      AiMessage answer =
          n == FiveCharges.CHARGES ? AiMessage.from(FiveCharges.ANSWER) : call(request, n);
      return ChatResponse.builder().aiMessage(answer).build();
    }

    private static AiMessage call(ChatRequest request, int n) {
      String turn =
          request.messages().stream()
              .filter(UserMessage.class::isInstance)
              .map(message -> FiveCharges.turn(((UserMessage) message).singleText()))
              .reduce("", (first, second) -> second);
      return AiMessage.from(
          ToolExecutionRequest.builder()
              .id("c" + n)
              .name("charge")
              .arguments("{\"turn\":\"" + turn + "\",\"n\":" + n + "}")
              .build());
    }
  }

  private static String letters(List<ChatMessage> messages) {
    return messages.stream().map(LangChain4jKillArm::letter).collect(Collectors.joining());
  }

  private static String letter(ChatMessage message) {
    return switch (message.type()) {
      case USER -> "U";
      case TOOL_EXECUTION_RESULT -> "R";
      case AI -> ((AiMessage) message).hasToolExecutionRequests() ? "C" : "A";
      default -> "";
    };
  }

  @Override
  void createOwnTables() {
    jdbc.execute(
        "create table l4j_chat_memory (memory_id varchar(255) primary key, content text not null)");
  }

  @Override
  public String history(String turn) {
    return letters(getMessages(turn));
  }

  @Override
  public List<String> wholeHistories() {
    return List.of("U" + "CR".repeat(FiveCharges.CHARGES) + "A");
  }

  @Override
  public List<ChatMessage> getMessages(Object id) {
    List<String> rows =
        jdbc.query(
            "select content from l4j_chat_memory where memory_id = ?",
            (row, i) -> row.getString(1),
            id);
    return rows.isEmpty()
        ? new ArrayList<>()
        : ChatMessageDeserializer.messagesFromJson(rows.getFirst());
  }

  @Override
  public void updateMessages(Object id, List<ChatMessage> messages) {
    jdbc.update(
        "insert into l4j_chat_memory (memory_id, content) values (?, ?)"
            + " on conflict (memory_id) do update set content = excluded.content",
        id,
        ChatMessageSerializer.messagesToJson(messages));
  }

  @Override
  public void deleteMessages(Object id) {
    jdbc.update("delete from l4j_chat_memory where memory_id = ?", id);
  }
}

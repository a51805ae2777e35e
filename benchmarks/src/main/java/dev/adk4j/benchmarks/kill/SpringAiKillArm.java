package dev.adk4j.benchmarks.kill;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.ai.chat.memory.repository.jdbc.PostgresChatMemoryRepositoryDialect;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * Spring AI's chat client with its memory advisor over JDBC, as its reference recommends, behind a
 * queue that retries. Its memory keeps messages, and no tool calls.
 */
final class SpringAiKillArm extends QueuedKillArm {

  private final DataSource dataSource;
  private final Ledger ledger;
  private final ChatMemoryRepository repository;
  private final ChatClient client;

  SpringAiKillArm(DataSource dataSource, Ledger ledger) {
    super(dataSource);
    this.dataSource = dataSource;
    this.ledger = ledger;
    this.repository =
        JdbcChatMemoryRepository.builder()
            .jdbcTemplate(new JdbcTemplate(dataSource))
            .dialect(new PostgresChatMemoryRepositoryDialect())
            .build();
    MessageWindowChatMemory memory =
        MessageWindowChatMemory.builder().chatMemoryRepository(repository).build();
    this.client =
        ChatClient.builder(new Model())
            .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
            .defaultTools(this)
            .build();
  }

  /** The tool. */
  @Tool(description = "Charges")
  public String charge(String turn, int n) {
    return ledger.charge(turn, n);
  }

  @Override
  void turn(String turn) {
    // by hand
    if (ledger.keyed()) {
      List<Message> found = repository.findByConversationId(turn);
      if (!found.isEmpty() && found.getLast().getMessageType() == MessageType.ASSISTANT) {
        return;
      }
      repository.saveAll(turn, beforeLast(found));
    }
    // to here
    client
        .prompt()
        .user(FiveCharges.request(turn))
        .advisors(a -> a.param(ChatMemory.CONVERSATION_ID, turn))
        .call()
        .content();
  }

  // by hand
  private static List<Message> beforeLast(List<Message> messages) {
    int request = letters(messages).lastIndexOf('U');
    return request < 0 ? messages : messages.subList(0, request);
  }

  // to here

  private static final class Model implements ChatModel {

    @Override
    public ChatResponse call(Prompt prompt) {
      int n = FiveCharges.next(letters(prompt.getInstructions()));
      if (n == FiveCharges.CHARGES) {
        return response(AssistantMessage.builder().content(FiveCharges.ANSWER).build());
      }
      String turn = FiveCharges.turn(Objects.requireNonNull(prompt.getUserMessage().getText()));
      return response(call(turn, n));
    }

    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().build();
    }

    private static AssistantMessage call(String turn, int n) {
      String arguments = "{\"turn\":\"" + turn + "\",\"n\":" + n + "}";
      return AssistantMessage.builder()
          .content("")
          .toolCalls(
              List.of(new AssistantMessage.ToolCall("c" + n, "function", "charge", arguments)))
          .build();
    }

    private static ChatResponse response(AssistantMessage message) {
      return new ChatResponse(List.of(new Generation(message)));
    }
  }

  private static String letters(List<Message> messages) {
    return messages.stream().map(SpringAiKillArm::letter).collect(Collectors.joining());
  }

  private static String letter(Message message) {
    return switch (message.getMessageType()) {
      case USER -> "U";
      case TOOL -> "R";
      case ASSISTANT -> ((AssistantMessage) message).hasToolCalls() ? "C" : "A";
      case SYSTEM -> "";
    };
  }

  @Override
  void createOwnTables() {
    new ResourceDatabasePopulator(
            new ClassPathResource(
                "org/springframework/ai/chat/memory/repository/jdbc/schema-postgresql.sql"))
        .execute(dataSource);
  }

  @Override
  public String history(String turn) {
    return letters(repository.findByConversationId(turn));
  }

  @Override
  public List<String> wholeHistories() {
    return List.of("UA");
  }
}

package dev.adk4j.springai.chatmemory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.util.MimeTypeUtils;

class AdkChatMemoryRepositoryTests {

  @AutoClose private final MemoryDatabase database = new MemoryDatabase();
  private final AdkChatMemoryRepository repository = database.repository(raw -> Scope.DEFAULT);

  @Test
  void returnsWhatWasSaved() {
    List<Message> all =
        List.of(system("be brief"), user("hi"), assistant("hello"), user(""), assistant(" "));
    repository.saveAll("c", all);
    assertThat(repository.findByConversationId("c")).isEqualTo(all);
    assertThat(repository.findByConversationId("other")).isEmpty();
  }

  @Test
  void storesOnlyWhatIsNewInAGrowingList() throws Exception {
    List<Message> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(i % 2 == 0 ? user("question " + i) : assistant("answer " + i));
      repository.saveAll("c", all);
      repository.saveAll("c", all);
    }
    assertThat(repository.findByConversationId("c")).isEqualTo(all);
    assertThat(database.count("adk_message")).isEqualTo(200);
    assertThat(database.count("adk_thought")).isZero();
  }

  @Test
  void keepsToolCallsTheirResultsAndMetadata() throws Exception {
    Message asks =
        AssistantMessage.builder()
            .content("Let me see.")
            .properties(Map.of("finishReason", "tool_calls", "tokens", 12, "share", 0.5))
            .toolCalls(
                List.of(new AssistantMessage.ToolCall("7", "function", "find", "{\"id\":1}")))
            .build();
    Message answers =
        ToolResponseMessage.builder()
            .responses(List.of(new ToolResponseMessage.ToolResponse("7", "find", "shipped")))
            .metadata(Map.of("took", List.of(1, 2)))
            .build();
    List<Message> all = List.of(user("where?"), asks, answers, assistant("It is shipped."));
    repository.saveAll("c", all.subList(0, 2));
    repository.saveAll("c", all);
    assertThat(repository.findByConversationId("c")).isEqualTo(all);
    assertThat(database.history().read(Scope.conversation("c"), 10))
        .filteredOn(ConversationEntry.Called.class::isInstance)
        .singleElement()
        .satisfies(
            entry -> {
              var call = ((ConversationEntry.Called) entry).toolCall();
              assertThat(call.tool()).isEqualTo("find");
              assertThat(call.providerId()).contains("7");
              assertThat(call.args().text()).isEqualTo("{\"id\":1}");
              assertThat(call.text()).isEqualTo("shipped");
            });
  }

  @Test
  void leavesPartialAnswersOfDurableTurnsOut() throws Exception {
    repository.saveAll("c", List.of(user("a")));
    database
        .history()
        .append(
            Scope.conversation("c"),
            List.of(dev.adk4j.primitive.Message.partial("m-1", "I wi", java.time.Instant.EPOCH)));
    assertThat(repository.findByConversationId("c")).containsExactly(user("a"));
    List<Message> all = List.of(user("a"), assistant("I will."));
    repository.saveAll("c", all);
    assertThat(repository.findByConversationId("c")).isEqualTo(all);
    repository.saveAll("c", List.of(assistant("I will.")));
    assertThat(repository.findByConversationId("c")).containsExactly(assistant("I will."));
    assertThat(database.count("adk_message")).isEqualTo(3);
  }

  @Test
  void keepsMedia() {
    Media image = Media.builder().mimeType(MimeTypeUtils.IMAGE_PNG).data(new byte[] {1, 2}).build();
    repository.saveAll("c", List.of(UserMessage.builder().text("see").media(image).build()));
    UserMessage read = (UserMessage) repository.findByConversationId("c").getFirst();
    assertThat(read.getMedia().getFirst().getDataAsByteArray()).containsExactly(1, 2);
    assertThat(read.getMedia().getFirst().getMimeType()).isEqualTo(MimeTypeUtils.IMAGE_PNG);
  }

  @Test
  void returnsTheListThatWasSavedLastAndKeepsTheHistory() throws Exception {
    repository.saveAll("c", List.of(user("a"), assistant("b"), user("c")));
    repository.saveAll("c", List.of(user("x")));
    assertThat(repository.findByConversationId("c")).containsExactly(user("x"));
    repository.saveAll("c", List.of());
    assertThat(repository.findByConversationId("c")).isEmpty();
    repository.saveAll("c", List.of(user("y"), user("z")));
    repository.saveAll("c", List.of(user("z"), user("y")));
    assertThat(repository.findByConversationId("c")).containsExactly(user("z"), user("y"));
    assertThat(database.count("adk_message")).isEqualTo(7);
  }

  /** The window that Spring AI keeps over a repository in memory is the one kept over this. */
  @Test
  void behavesUnderSpringAisWindowAsTheRepositoryInMemoryDoes() throws Exception {
    ChatMemory here = window(repository);
    ChatMemory there = window(new InMemoryChatMemoryRepository());
    ChatMemory own = new AdkChatMemory(repository, 6);
    for (int i = 0; i < 120; i++) {
      Message next =
          switch (i % 5) {
            case 0 -> user("question " + i % 3);
            case 1 -> i % 20 == 1 ? system("rule " + i) : assistant("thinking " + i % 3);
            default -> assistant("answer " + i % 2);
          };
      here.add("here", next);
      there.add("there", next);
      own.add("own", next);
      assertThat(here.get("here")).as("after %d", i).isEqualTo(there.get("there"));
      assertThat(own.get("own")).as("own after %d", i).isEqualTo(there.get("there"));
    }
    assertThat(history("here")).isEqualTo(114).isEqualTo(history("own"));
  }

  @Test
  void showsWhatAnotherThreadStoredInTheMeantime() {
    repository.saveAll("c", List.of(user("a")));
    List<Message> read = repository.findByConversationId("c");
    new AdkChatMemory(repository, 20).add("c", user("meanwhile"));
    repository.saveAll("c", List.of(read.getFirst(), user("meanwhile"), user("b")));
    assertThat(repository.findByConversationId("c"))
        .containsExactly(user("a"), user("meanwhile"), user("b"));
  }

  @Test
  void leavesOutNothingThatCameAfterTheWindowWasRead() {
    Scope scope = repository.scope("c");
    repository.saveAll("c", List.of(user("a"), user("b")));
    Window window = repository.window(scope);
    repository.append(scope, List.of(user("meanwhile")));
    repository.keep(scope, window, window.messages().subList(1, 2));
    assertThat(repository.findByConversationId("c")).containsExactly(user("b"), user("meanwhile"));
    repository.keep(scope, window, List.of());
    assertThat(repository.findByConversationId("c")).containsExactly(user("meanwhile"));
  }

  @Test
  void keepsWhatEightThreadsAddToOneConversation() throws Exception {
    AdkChatMemory memory = new AdkChatMemory(repository, 20);
    List<Callable<Void>> threads = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      String name = "thread " + thread + " says ";
      threads.add(
          () -> {
            for (int i = 0; i < 25; i++) {
              memory.get("c");
              memory.add("c", List.of(user(name + i), assistant("answer to " + name + i)));
            }
            return null;
          });
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
      for (Future<Void> each : pool.invokeAll(threads)) {
        each.get();
      }
    }
    assertThat(history("c")).isEqualTo(400);
    assertThat(database.history().search(Scope.conversation("c"), "says", 100, null)).hasSize(100);
    assertThat(memory.get("c")).hasSize(20);
  }

  /** Equal messages in a row are the one case in which a list does not show what is new. */
  @Test
  void addsEqualMessagesThroughTheMemory() {
    AdkChatMemory memory = new AdkChatMemory(repository, 2);
    for (int i = 0; i < 5; i++) {
      memory.add("c", user("hello"));
    }
    assertThat(history("c")).isEqualTo(5);
  }

  @Test
  void separatesUsersAndTenants() {
    String[] who = {"ann"};
    AdkChatMemoryRepository users = database.repository(raw -> Scope.of("shop", who[0], null));
    users.saveAll("c1", List.of(user("of ann")));
    users.saveAll("c2", List.of(user("of ann, too")));
    who[0] = "bob";
    assertThat(users.findByConversationId("c1")).isEmpty();
    assertThat(users.findConversationIds()).isEmpty();
    users.saveAll("c1", List.of(user("of bob")));
    users.deleteByConversationId("c2");
    users.deleteByConversationId("c1");
    who[0] = null;
    assertThat(users.findConversationIds()).isEmpty();
    who[0] = "ann";
    assertThat(users.findConversationIds()).containsExactlyInAnyOrder("c1", "c2");
    users.deleteByConversationId("c1");
    assertThat(users.findByConversationId("c1")).isEmpty();
    assertThat(users.findByConversationId("c2")).hasSize(1);
    assertThat(repository.findConversationIds()).isEmpty();
  }

  @Test
  void refusesAnEmptyIdAndMissingMessages() {
    assertThatThrownBy(() -> repository.findByConversationId(" "))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> repository.saveAll("c", Arrays.asList(user("a"), null)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private long history(String conversation) {
    return database.history().read(Scope.conversation(conversation), 1000).stream()
        .filter(ConversationEntry.Said.class::isInstance)
        .count();
  }

  private static ChatMemory window(org.springframework.ai.chat.memory.ChatMemoryRepository over) {
    return MessageWindowChatMemory.builder().chatMemoryRepository(over).maxMessages(6).build();
  }

  static UserMessage user(String text) {
    return new UserMessage(text);
  }

  static AssistantMessage assistant(String text) {
    return new AssistantMessage(text);
  }

  private static SystemMessage system(String text) {
    return new SystemMessage(text);
  }
}

package dev.adk4j.benchmarks.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.benchmarks.Texts;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.ai.chat.memory.repository.jdbc.PostgresChatMemoryRepositoryDialect;
import org.springframework.ai.chat.messages.Message;

/** What a project of Spring AI's chat memory takes along, and what a turn costs afterwards. */
@Tag("slow")
class ChatMemoryCostTests {

  private static final int HISTORY = 10_000;
  private static final int TURNS = 40;

  private static final Texts TEXTS = new Texts();
  private static BenchmarkDatabase database;
  private static SpringAiArm before;
  private static ChatMemoryArm after;
  private static List<Message> imported;

  @BeforeAll
  static void importHistory() throws Exception {
    database = BenchmarkDatabase.start(4);
    before = new SpringAiArm(database, SpringAiArm.UNLIMITED);
    after = new ChatMemoryArm(database, false);
    Tables.create(database, List.of(before, after), TEXTS);
    before.seed("long", HISTORY);
    before.seed("short", 10);
    database.settle();
    database.forgetStatements();
    after.seed("long", HISTORY);
    System.out.println("Import of " + HISTORY + " messages: " + database.statements(1));
    imported = after.messages("long");
  }

  @AfterAll
  static void stop() throws Exception {
    database.close();
  }

  @Test
  void importedMessagesEqualThoseThatSpringAiReads() {
    ChatMemoryRepository peer =
        JdbcChatMemoryRepository.builder()
            .jdbcTemplate(database.jdbc())
            .dialect(new PostgresChatMemoryRepositoryDialect())
            .build();
    for (Function<Message, Object> each :
        List.<Function<Message, Object>>of(Message::getMessageType, Message::getText)) {
      List<Object> there =
          peer.findByConversationId("long").stream().limit(HISTORY).map(each).toList();
      List<Object> here = imported.stream().map(each).toList();
      assertThat(here).hasSize(HISTORY).isEqualTo(there);
    }
  }

  @Test
  void turnCostsTheSameAtEveryLength() throws Exception {
    weigh(after, Cost.MOST_SELECTS);
  }

  /** The window reads the conversation before each message, and the repository once more. */
  @Test
  void springAisOwnWindowRewritesNothingEither() throws Exception {
    weigh(new ChatMemoryArm(database, true), 15);
  }

  private static void weigh(ChatMemoryArm arm, double mostSelects) throws Exception {
    for (String conversation : List.of("short", "long")) {
      for (int i = 0; i < 20; i++) {
        arm.turn(conversation, TEXTS.next(), TEXTS.next());
      }
      database.quietly(
          () -> {
            Cost cost = Cost.of(database, arm, TEXTS, () -> conversation, TURNS);
            System.out.println(arm.name() + " at " + conversation + ": " + cost);
            assertThat(cost.statements().selects()).isPositive().isLessThanOrEqualTo(mostSelects);
            assertThat(cost.statements().writes()).isLessThanOrEqualTo(Cost.MOST_WRITES);
            assertThat(cost.statements().rowsWritten()).isLessThanOrEqualTo(Cost.MOST_WRITES);
            assertThat(cost.logBytes()).isPositive().isLessThanOrEqualTo(Cost.MOST_LOG_BYTES);
          });
    }
  }

  @Test
  void springAisTableIsRewrittenInEveryTurn() throws Exception {
    Cost peer = Cost.of(database, before, TEXTS, () -> "long", 1);
    System.out.println(before.name() + " at long: " + peer);
    assertThat(peer.statements().rowsWritten()).isGreaterThan(2 * HISTORY);
  }
}

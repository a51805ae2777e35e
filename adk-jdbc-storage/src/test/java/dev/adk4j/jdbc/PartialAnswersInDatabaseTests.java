package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AcceptedTurn;
import dev.adk4j.stored.TurnQueue.Turn;
import dev.adk4j.value.Json;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Partial answers, seen from the tables: with the end of their turn, once, or not at all. */
@Timeout(120)
class PartialAnswersInDatabaseTests extends OnEachDatabase {

  private static final String STATES = "select state from adk_waiting_turn order by created_at";

  @TempDir private Path directory;

  private DurableProcess process(String stopAt) {
    return opened(new DurableProcess(database, directory.resolve("payments"), stopAt));
  }

  private List<String> history() {
    return JdbcPersistentStorage.builder(database.dataSource())
        .build()
        .history()
        .read(DurableProcess.SCOPE, 100)
        .stream()
        .filter(ConversationEntry.Said.class::isInstance)
        .map(entry -> ((ConversationEntry.Said) entry).message())
        .map(message -> (message.isPartial() ? "partial " : "") + message.text())
        .toList();
  }

  @Test
  void isStoredWithTheEndOfATurnThatIsStopped() throws Exception {
    DurableProcess process = process("model");

    AcceptedTurn turn = process.conversation().durable().send("Pay.");
    AcceptedTurn next = process.conversation().durable().send("Again.");
    Thread run = Thread.ofVirtual().start(() -> process.run(turn.turnId()));
    process.stopped.await();
    process.conversation().stop(turn.turnId());
    process.goOn.countDown();
    run.join();
    assertThat(database.query(STATES)).containsExactly("aborted", "ready");
    assertThat(history()).containsExactly("Pay.", "partial I will.");
    assertThat(process.enqueued).extracting(Turn::turnId).contains(next.turnId());

    process.run(next.turnId());
    assertThat(history())
        .containsExactly("Pay.", "partial I will.", "Again.", "I will.", "Paid 3.");
  }

  /** A process that was taken for dead right before it ends its turn stores nothing. */
  @Test
  void isNotStoredByARunThatLostItsTurn() throws Exception {
    DurableProcess slow = process("finish");
    DurableProcess taker = process("never");

    slow.failure = new IllegalStateException("The model is gone.");
    AcceptedTurn turn = slow.conversation().durable().send("Pay.");
    Thread zombie = Thread.ofVirtual().start(() -> slow.run(turn.turnId()));
    slow.stopped.await();
    taker.run(turn.turnId());
    slow.goOn.countDown();
    zombie.join();
    assertThat(database.query(STATES)).containsExactly("completed");
    assertThat(history()).containsExactly("Pay.", "I will.", "Paid 3.");
  }

  @Test
  void isErasedWithItsConversation() {
    DurableProcess process = process("never");

    process.failure = new IllegalStateException("The model is gone.");
    process.run(process.conversation().durable().send("Pay.").turnId());
    AdkStorageAdmin.of(database.dataSource()).erase(new ErasureTarget.Conversation("acme", "c-1"));
    assertThat(database.query("select content from adk_message")).isEmpty();
  }

  @Test
  void isMarkedWhereAModelSearchesTheHistory() {
    DurableProcess process = process("never");

    process.failure = new IllegalStateException("The model is gone.");
    process.run(process.conversation().durable().send("Pay.").turnId());
    JdbcPersistentStorage storage = JdbcPersistentStorage.builder(database.dataSource()).build();
    HistoryTool tool =
        new HistoryTool(
            new HistorySearch(
                storage, new Database(database.dataSource(), JdbcStorageOptions.DEFAULT)));
    assertThat(tool.answer(DurableProcess.SCOPE, Json.read("{\"text\": \"wi\"}")).toString())
        .contains("\"text\":\"I wi\",\"partial\":true");
  }
}

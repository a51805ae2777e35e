package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.client.Conversation;
import dev.adk4j.jdbc.ConversationEntry;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What readers saw of an answer that never came, in the history of two nodes over a database. */
@Timeout(180)
class PartialAnswersTests {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static State state(ProtocolsScene node, Conversation talk, String turn) {
    return node.context
        .getBean(TurnStore.class)
        .find(talk.scope(), turn)
        .map(StoredTurn::state)
        .orElseThrow();
  }

  private static List<String> history(ProtocolsScene node, Conversation talk) {
    return node.context.getBean(ConversationHistory.class).read(talk.scope(), 20).stream()
        .filter(ConversationEntry.Said.class::isInstance)
        .map(entry -> ((ConversationEntry.Said) entry).message())
        .map(message -> (message.isPartial() ? "partial " : "") + message.text())
        .toList();
  }

  /** Waits until that word of the answer is stored for readers. */
  private static void awaitTold(TestDatabase database, String word) {
    String told = "select count(*) from adk_turn_event where data like '%" + word + "%'";
    await().atMost(PATIENCE).until(() -> database.count(told) > 0);
  }

  @Test
  void ofATurnWhoseModelFails() {
    ofATurnWhoseModelFails(DatabaseKind.H2);
  }

  private static void ofATurnWhoseModelFails(DatabaseKind kind) {
    try (TestDatabase database = kind.empty(2);
        ProtocolsScene first = ProtocolsScene.node(database)) {
      Conversation talk = first.conversation("ann", "c1");
      String turn = talk.durable().send("fail").turnId();
      await().atMost(PATIENCE).until(() -> state(first, talk, turn) == State.FAILED);
      assertThat(history(first, talk)).containsExactly("fail", "partial Hel");
    }
  }

  @Nested
  @Tag("slow")
  class OnPostgres {

    @Test
    void ofATurnWhoseModelFails() {
      PartialAnswersTests.ofATurnWhoseModelFails(DatabaseKind.POSTGRES);
    }
  }

  @Nested
  @Tag("slow")
  class AcrossNodes {

    /** Its process died in its last attempt: whoever gives it up has the text that readers saw. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void ofATurnWhoseProcessDiedInItsLastAttempt(DatabaseKind kind) {
      try (DurableNodes nodes = new DurableNodes(kind)) {
        Conversation talk = nodes.first.conversation("ann", "c1");
        String turn = talk.durable().send("Tell slowly").turnId();
        awaitTold(nodes.database, "One");
        // as if another process had taken it for the last time, and died at once
        nodes.database.execute("update adk_waiting_turn set token = token + 1, attempt = 20");
        await().atMost(PATIENCE).until(() -> state(nodes.first, talk, turn) == State.FAILED);
        List<String> history = history(nodes.second, talk);
        assertThat(history).hasSize(2).startsWith("Tell slowly");
        assertThat(history.getLast()).startsWith("partial One ");
      }
    }

    /** The process that goes on writes the text again. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void notOfATurnThatGoesOnElsewhere(DatabaseKind kind) {
      try (DurableNodes nodes = new DurableNodes(kind)) {
        Conversation talk = nodes.first.conversation("ann", "c1");
        String turn = talk.durable().send("Tell slowly").turnId();
        awaitTold(nodes.database, "One");
        nodes.database.execute("update adk_waiting_turn set token = token + 1");
        await().atMost(PATIENCE).until(() -> state(nodes.first, talk, turn) == State.COMPLETED);
        assertThat(history(nodes.second, talk)).containsExactly("Tell slowly", SceneScript.TEXT);
      }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void ofATurnThatAnotherNodeStops(DatabaseKind kind) {
      try (DurableNodes nodes = new DurableNodes(kind)) {
        Conversation talk = nodes.first.conversation("ann", "c1");
        String turn = talk.durable().send("Tell slowly").turnId();
        awaitTold(nodes.database, "One");
        nodes.second.conversation("ann", "c1").stop(turn);
        await().atMost(PATIENCE).until(() -> state(nodes.first, talk, turn) == State.ABORTED);
        List<String> history = history(nodes.second, talk);
        assertThat(history).hasSize(2).startsWith("Tell slowly");
        assertThat(history.getLast()).startsWith("partial One ");
      }
    }
  }
}

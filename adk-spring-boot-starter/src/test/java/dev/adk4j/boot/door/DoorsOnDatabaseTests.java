package dev.adk4j.boot.door;

import static dev.adk4j.boot.door.DoorClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.door.DoorClient.Reply;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Doors over a database: what it is asked, and what outlives a process. */
@Timeout(120)
@ExtendWith(Answers.class)
class DoorsOnDatabaseTests {

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  @Test
  void asksNoMoreAndNoLessForIdsOfOthersThanForUnknownOnes() {
    try (DoorsScene scene = start()) {
      DoorClient ann = new DoorClient(scene.base, "ann");
      DoorClient eve = new DoorClient(scene.base, "eve");
      String ref = ref(ann.post("/api/chat", said("secret", "Refund order 4711")));
      eve.post("/api/chat", said("warm", "Hi"));

      String unknown = UUID.randomUUID().toString();
      Counted foreignGate = counted(scene, () -> eve.post("/api/chat", approval("secret", ref)));
      Counted noGate = counted(scene, () -> eve.post("/api/chat", approval("secret", unknown)));
      Counted foreignRun = counted(scene, () -> eve.post("/agui", resume("secret", ref)));
      Counted noRun = counted(scene, () -> eve.post("/agui", resume("secret", unknown)));
      Counted foreignChat = counted(scene, () -> eve.get("/api/chat/secret/stream"));
      Counted noChat = counted(scene, () -> eve.get("/api/chat/unheard/stream"));

      assertThat(foreignGate).isEqualTo(noGate);
      assertThat(foreignRun).isEqualTo(noRun);
      assertThat(foreignChat).isEqualTo(noChat);
      assertThat(foreignGate.statements()).isPositive();
    }
  }

  @Test
  void startsTheSameNumberOfStatementsInAConversationThatAnotherUserHas() {
    try (DoorsScene scene = start()) {
      DoorClient ann = new DoorClient(scene.base, "ann");
      DoorClient eve = new DoorClient(scene.base, "eve");
      ann.post("/api/chat", said("secret", "I am ann"));
      eve.post("/api/chat", said("warm", "Hi"));

      Counted taken = counted(scene, () -> eve.post("/api/chat", said("secret", "Hi")));
      Counted free = counted(scene, () -> eve.post("/api/chat", said("unheard", "Hi")));

      assertThat(taken.statements()).isEqualTo(free.statements());
      assertThat(taken.answer()).doesNotContain("ann").isEqualTo(free.answer());
    }
  }

  @Test
  void goesOnAfterARestart() {
    Reply asked;
    try (DoorsScene scene = start()) {
      asked = new DoorClient(scene.base, "ann").post("/api/chat", said("c1", "Refund order 4711"));
    }
    try (DoorsScene scene = start()) {
      Reply done =
          new DoorClient(scene.base, "ann")
              .post(
                  "/api/chat",
                  approval("c1", ref(asked))
                      .replace(
                          "CALL",
                          asked.event("tool-input-available").path("toolCallId").asString()));

      assertThat(done.event("tool-output-available").path("output").asString())
          .isEqualTo("refunded 100");
      assertThat(done.text("text-delta")).isEqualTo("Done.");
    }
  }

  @Test
  void decidesOnOneNodeWhatWasAskedForOnAnother() {
    try (DoorsScene one = start();
        DoorsScene other = start()) {
      Reply asked =
          new DoorClient(one.base, "ann").post("/api/chat", said("c1", "Refund order 4711"));

      Reply done = new DoorClient(other.base, "ann").post("/agui", resume("c1", ref(asked)));

      assertThat(done.text("TEXT_MESSAGE_CONTENT")).isEqualTo("Done.");
      assertThat(done.event("RUN_FINISHED").path("outcome").path("type").asString())
          .isEqualTo("success");
    }
  }

  private record Counted(int status, String body, int statements) {

    String answer() {
      return body.lines()
          .filter(line -> line.contains("\"delta\""))
          .map(line -> line.replaceAll("\"id\":\"[^\"]+\"", ""))
          .toList()
          .toString();
    }
  }

  private interface Call {
    Reply send();
  }

  private static Counted counted(DoorsScene scene, Call call) {
    CountedStatements statements = scene.context.getBean(CountedStatements.class);
    int before = statements.count();
    Reply reply = call.send();
    String body = reply.body().replaceAll("\"runId\":\"[^\"]+\"", "");
    return new Counted(reply.status(), body, statements.count() - before);
  }

  private DoorsScene start() {
    return new DoorsScene(
        DoorsScene.Layout.DATABASE,
        "spring.datasource.url=" + url,
        "adk.jdbc.schema=create-if-missing");
  }

  private static String ref(Reply asked) {
    return asked.event("tool-approval-request").path("approvalId").asString();
  }

  private static String said(String chat, String text) {
    return json(
        "{'id': '%s', 'messages': [{'id': '%s', 'role': 'user', 'parts': [{'type': 'text', 'text':"
            + " '%s'}]}]}",
        chat, UUID.randomUUID(), text);
  }

  private static String approval(String chat, String ref) {
    return json(
        "{'id': '%s', 'messageId': 'a', 'messages': [{'id': 'a', 'role': 'assistant', 'parts':"
            + " [{'type': 'dynamic-tool', 'toolCallId': 'CALL', 'state': 'approval-responded',"
            + " 'approval': {'id': '%s', 'approved': true}}]}]}",
        chat, ref);
  }

  private static String resume(String thread, String ref) {
    return json(
        "{'threadId': '%s', 'runId': '%s', 'messages': [], 'resume': [{'interruptId': '%s',"
            + " 'status': 'resolved', 'payload': {'approved': true}}]}",
        thread, UUID.randomUUID(), ref);
  }
}

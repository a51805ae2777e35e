package dev.adk4j.boot.door;

import static dev.adk4j.boot.door.DoorClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.door.DoorClient.Reply;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Doors behind Spring Security. */
@Timeout(60)
@ExtendWith(Answers.class)
class SecuredDoorsTests {

  private static DoorsScene scene;

  private final DoorClient ann = DoorClient.basic(scene.base, "ann");

  @BeforeAll
  static void start() {
    scene = new DoorsScene(DoorsScene.Layout.SECURED);
  }

  @AfterAll
  static void stop() {
    scene.close();
  }

  @Test
  void letsInWhomSpringSecurityKnows() {
    assertThat(ann.post("/api/chat", chat("Hi")).text("text-delta")).isEqualTo("You said: Hi[]");
    assertThat(ann.post("/agui", run("Hi")).text("TEXT_MESSAGE_CONTENT"))
        .isEqualTo("You said: Hi[]");
    DoorClient nobody = new DoorClient(scene.base, null);
    assertThat(nobody.post("/api/chat", chat("Hi")).status()).isEqualTo(401);
    assertThat(nobody.post("/agui", run("Hi")).status()).isEqualTo(401);
  }

  @Test
  void decidesInTheNameOfTheUser() {
    Reply asked = ann.post("/agui", run("Refund order 4711").replace("THREAD", "c2"));
    String ref =
        asked
            .event("RUN_FINISHED")
            .path("outcome")
            .path("interrupts")
            .path(0)
            .path("id")
            .asString();
    String resume =
        json(
            "{'threadId': 'c2', 'runId': '%s', 'messages': [], 'resume': [{'interruptId': '%s',"
                + " 'status': 'resolved', 'payload': {'approved': true}}]}",
            UUID.randomUUID(), ref);

    assertThat(
            DoorClient.basic(scene.base, "eve")
                .post("/agui", resume)
                .event("RUN_ERROR")
                .path("code")
                .asString())
        .isEqualTo("E_GATE_NOT_FOUND");
    Reply done = ann.post("/agui", resume);
    assertThat(done.event("ACTIVITY_SNAPSHOT").path("content").path("by").asString())
        .isEqualTo("ann");
    assertThat(done.text("TEXT_MESSAGE_CONTENT")).isEqualTo("Done.");
  }

  private static String chat(String text) {
    return json(
        "{'id': 'c', 'messages': [{'id': '%s', 'role': 'user', 'parts': [{'type': 'text', 'text':"
            + " '%s'}]}]}",
        UUID.randomUUID(), text);
  }

  private static String run(String text) {
    return json(
        "{'threadId': 'THREAD', 'runId': '%s', 'messages': [{'id': 'u', 'role': 'user', 'content':"
            + " '%s'}]}",
        UUID.randomUUID(), text);
  }
}

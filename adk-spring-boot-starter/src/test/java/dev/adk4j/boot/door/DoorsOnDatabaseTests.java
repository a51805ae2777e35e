package dev.adk4j.boot.door;

import static dev.adk4j.boot.door.DoorClient.approval;
import static dev.adk4j.boot.door.DoorClient.resume;
import static dev.adk4j.boot.door.DoorClient.said;
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
                  approval(
                      "c1",
                      asked.event("tool-input-available").path("toolCallId").asString(),
                      ref(asked),
                      true));

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

      Reply done =
          new DoorClient(other.base, "ann")
              .post("/agui", resume("c1", ref(asked), "resolved", true));

      assertThat(done.text("TEXT_MESSAGE_CONTENT")).isEqualTo("Done.");
      assertThat(done.event("RUN_FINISHED").path("outcome").path("type").asString())
          .isEqualTo("success");
    }
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
}

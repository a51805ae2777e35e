package dev.adk4j.boot.protocol;

import static dev.adk4j.boot.protocol.ProtocolClient.approval;
import static dev.adk4j.boot.protocol.ProtocolClient.resume;
import static dev.adk4j.boot.protocol.ProtocolClient.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Protocols over a database: what it is asked, and what outlives a process. */
@Timeout(120)
@ExtendWith(Answers.class)
class ProtocolsOnDatabaseTests {

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  @Test
  void goesOnAfterARestart() {
    Reply asked;
    try (ProtocolsScene scene = start()) {
      asked =
          new ProtocolClient(scene.base, "ann").post("/api/chat", said("c1", "Refund order 4711"));
    }
    try (ProtocolsScene scene = start()) {
      Reply done =
          new ProtocolClient(scene.base, "ann")
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
    try (ProtocolsScene one = start();
        ProtocolsScene other = start()) {
      Reply asked =
          new ProtocolClient(one.base, "ann").post("/api/chat", said("c1", "Refund order 4711"));

      Reply done =
          new ProtocolClient(other.base, "ann")
              .post("/agui", resume("c1", ref(asked), "resolved", true));

      assertThat(done.text("TEXT_MESSAGE_CONTENT")).isEqualTo("Done.");
      assertThat(done.event("RUN_FINISHED").path("outcome").path("type").asString())
          .isEqualTo("success");
    }
  }

  private ProtocolsScene start() {
    return new ProtocolsScene(ProtocolsScene.Layout.DATABASE, "spring.datasource.url=" + url);
  }

  private static String ref(Reply asked) {
    return asked.event("tool-approval-request").path("approvalId").asString();
  }
}

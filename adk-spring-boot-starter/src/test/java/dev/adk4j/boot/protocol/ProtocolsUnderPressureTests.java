package dev.adk4j.boot.protocol;

import static dev.adk4j.boot.protocol.ProtocolClient.approval;
import static dev.adk4j.boot.protocol.ProtocolClient.resume;
import static dev.adk4j.boot.protocol.ProtocolClient.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Protocols that race for a gate. */
@Tag("slow")
@Timeout(120)
@ExtendWith(Answers.class)
class ProtocolsUnderPressureTests {

  private static final int GATES = 40;

  @AutoClose private static ProtocolsScene scene;

  private final ProtocolClient ann = new ProtocolClient(scene.base, "ann");

  @BeforeAll
  static void start() {
    scene =
        new ProtocolsScene(
            "adk.stream.heartbeat=50ms",
            "adk.limits.open-turns-per-subject=0",
            "adk.limits.streams-per-subject=0",
            "adk.limits.turns-per-hour=0",
            "adk.limits.conversations-per-hour=0");
  }

  @Test
  void runsEachCallOnceHoweverManyProtocolsDecide() {
    int before = scene.refunds();
    int approved = 0;
    for (int i = 0; i < GATES; i++) {
      String chat = UUID.randomUUID().toString();
      Reply asked = ann.post("/api/chat", said(chat, "Refund order 4711"));
      String ref = asked.event("tool-approval-request").path("approvalId").asString();
      CompletableFuture<Reply> yes =
          CompletableFuture.supplyAsync(
              () -> ann.post("/api/chat", approval(chat, "c", ref, true)));
      CompletableFuture<Reply> no =
          CompletableFuture.supplyAsync(
              () -> ann.post("/agui", resume(chat, ref, "resolved", false)));

      JsonNode toldThere = yes.join().event("data-gate").path("data");
      JsonNode toldHere = no.join().event("ACTIVITY_SNAPSHOT").path("content");
      assertThat(toldThere.path("approved")).isEqualTo(toldHere.path("approved"));
      assertThat(toldThere.path("channel")).isEqualTo(toldHere.path("channel"));
      assertThat(yes.join().text("text-delta")).isEqualTo("Done.");
      assertThat(no.join().text("TEXT_MESSAGE_CONTENT")).isEqualTo("Done.");
      approved += toldHere.path("approved").booleanValue() ? 1 : 0;
    }

    assertThat(scene.refunds()).isEqualTo(before + approved);
  }
}

package dev.adk4j.boot.door;

import static dev.adk4j.boot.door.DoorClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.boot.door.DoorClient.Reply;
import dev.adk4j.limit.RequestLimits;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Doors that race for a gate, and clients that leave. */
@Tag("slow")
@Timeout(120)
@ExtendWith(Answers.class)
class DoorsUnderPressureTests {

  private static final int GATES = 40;
  private static final int CLIENTS = 100;

  private static DoorsScene scene;

  private final DoorClient ann = new DoorClient(scene.base, "ann");

  @BeforeAll
  static void start() {
    scene =
        new DoorsScene(
            "adk.stream.heartbeat=50ms",
            "adk.limits.open-turns-per-subject=0",
            "adk.limits.streams-per-subject=0",
            "adk.limits.turns-per-hour=0",
            "adk.limits.conversations-per-hour=0");
  }

  @AfterAll
  static void stop() {
    scene.close();
  }

  @Test
  void runsEachCallOnceHoweverManyDoorsDecide() {
    int before = refunds();
    int approved = 0;
    for (int i = 0; i < GATES; i++) {
      String chat = UUID.randomUUID().toString();
      Reply asked = ann.post("/api/chat", said(chat, "Refund order 4711"));
      String ref = asked.event("tool-approval-request").path("approvalId").asString();
      CompletableFuture<Reply> yes =
          CompletableFuture.supplyAsync(() -> ann.post("/api/chat", approval(chat, ref)));
      CompletableFuture<Reply> no =
          CompletableFuture.supplyAsync(() -> ann.post("/agui", denial(chat, ref)));

      JsonNode toldThere = yes.join().event("data-gate").path("data");
      JsonNode toldHere = no.join().event("ACTIVITY_SNAPSHOT").path("content");
      assertThat(toldThere.path("approved")).isEqualTo(toldHere.path("approved"));
      assertThat(toldThere.path("channel")).isEqualTo(toldHere.path("channel"));
      assertThat(yes.join().text("text-delta")).isEqualTo("Done.");
      assertThat(no.join().text("TEXT_MESSAGE_CONTENT")).isEqualTo("Done.");
      approved += toldHere.path("approved").booleanValue() ? 1 : 0;
    }

    assertThat(refunds()).isEqualTo(before + approved);
  }

  @Test
  void forgetsClientsThatLeaveAndEndsTheirTurns() throws Exception {
    scene.script().held = new CountDownLatch(1);
    int before = scene.script().turns.get();
    RequestLimits limits = scene.context.getBean(RequestLimits.class);
    for (int i = 0; i < CLIENTS; i++) {
      postAndLeave(said(UUID.randomUUID().toString(), "hold"));
    }
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(scene.script().turns.get()).isEqualTo(before + CLIENTS));

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(limits.openStreams()).isZero());
    scene.script().held.countDown();

    String chat = UUID.randomUUID().toString();
    assertThat(ann.post("/api/chat", said(chat, "Hi")).text("text-delta"))
        .isEqualTo("You said: Hi[]");
  }

  private static void postAndLeave(String body) throws Exception {
    try (Socket socket = new Socket("localhost", scene.base.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /api/chat HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann\r\n"
                  + "Content-Type: application/json\r\nContent-Length: "
                  + body.length()
                  + "\r\n\r\n"
                  + body)
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      socket.getInputStream().read();
    }
  }

  private static int refunds() {
    return scene.context.getBean(DoorsScene.Desk.class).refunds.get();
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
            + " [{'type': 'dynamic-tool', 'toolCallId': 'c', 'state': 'approval-responded',"
            + " 'approval': {'id': '%s', 'approved': true}}]}]}",
        chat, ref);
  }

  private static String denial(String thread, String ref) {
    return json(
        "{'threadId': '%s', 'runId': '%s', 'messages': [], 'resume': [{'interruptId': '%s',"
            + " 'status': 'resolved', 'payload': {'approved': false}}]}",
        thread, UUID.randomUUID(), ref);
  }
}

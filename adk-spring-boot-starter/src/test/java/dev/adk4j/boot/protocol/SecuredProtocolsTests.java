package dev.adk4j.boot.protocol;

import static dev.adk4j.boot.protocol.ProtocolClient.resume;
import static dev.adk4j.boot.protocol.ProtocolClient.run;
import static dev.adk4j.boot.protocol.ProtocolClient.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Protocols behind Spring Security. */
@Timeout(60)
@ExtendWith(Answers.class)
class SecuredProtocolsTests {

  @AutoClose private static ProtocolsScene scene;

  private final ProtocolClient ann = ProtocolClient.basic(scene.base, "ann");

  @BeforeAll
  static void start() {
    scene = new ProtocolsScene(ProtocolsScene.Layout.SECURED);
  }

  @Test
  void letsInWhomSpringSecurityKnows() {
    assertThat(ann.post("/api/chat", said("c", "Hi")).text("text-delta"))
        .isEqualTo("You said: Hi[]");
    assertThat(ann.post("/agui", run("THREAD", "Hi")).text("TEXT_MESSAGE_CONTENT"))
        .isEqualTo("You said: Hi[]");
    ProtocolClient nobody = new ProtocolClient(scene.base, null);
    assertThat(nobody.post("/api/chat", said("c", "Hi")).status()).isEqualTo(401);
    assertThat(nobody.post("/agui", run("THREAD", "Hi")).status()).isEqualTo(401);
  }

  @Test
  void decidesInTheNameOfTheUser() {
    Reply asked = ann.post("/agui", run("c2", "Refund order 4711"));
    String ref = asked.interrupt().path("id").asString();
    String resume = resume("c2", ref, "resolved", true);

    Reply foreign = ProtocolClient.basic(scene.base, "eve").post("/agui", resume);
    assertThat(foreign.event("RUN_ERROR").path("code").asString()).isEqualTo("E_GATE_NOT_FOUND");
    Reply done = ann.post("/agui", resume);
    assertThat(done.event("ACTIVITY_SNAPSHOT").path("content").path("by").asString())
        .isEqualTo("ann");
    assertThat(done.text("TEXT_MESSAGE_CONTENT")).isEqualTo("Done.");
  }
}

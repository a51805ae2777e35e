package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** OpenAI's client of npm, unchanged. */
@ExtendWith(Answers.class)
class OpenAiClientTests {

  @Test
  void playsTheScene() throws Exception {
    List<String> printed =
        NpmClients.run("openai.mjs", Map.of("OPENAI_URL", ProtocolsScene.shared().base + "/v1"))
            .lines()
            .toList();

    assertThat(printed)
        .contains("model demo")
        .contains("chat You said: Hi[] stop 5")
        .contains("chat helper You said: Hi[]")
        .contains("response You said: Hi[] completed 5")
        .anyMatch(line -> line.startsWith("chat stream") && line.contains("\"total_tokens\":5"))
        .anyMatch(line -> line.contains("response.completed"))
        .anyMatch(line -> line.contains("NotFoundError"))
        .anyMatch(line -> line.contains("AuthenticationError"))
        .anyMatch(line -> line.contains("APIError"));
    assertThat(String.join("\n", printed)).doesNotContain("secret");
  }

  @Test
  void runsTheScenario() throws Exception {
    try (ProtocolsScene scene = new ProtocolsScene("adk.stream.heartbeat=200ms")) {
      List<String> printed =
          NpmClients.run("openai-scenario.mjs", Map.of("OPENAI_URL", scene.base + "/v1"))
              .lines()
              .toList();

      assertThat(printed).last().isEqualTo("ok");
      assertThat(scene.refunds()).isOne();
      Awaitility.await().until(() -> scene.script().aborted.get() == 1);
    }
  }

  /**
   * What the client makes of streams that no protocol of ours writes: the reasons for its rules.
   */
  @Test
  void knowsTheEdgesOfTheClient() throws Exception {
    assertThat(NpmClients.run("openai-edges.mjs", Map.of()).lines().toList())
        .anyMatch(line -> line.startsWith("norole") && line.contains("ERR"))
        .anyMatch(line -> line.startsWith("nofinish") && line.contains("ERR"))
        .anyMatch(line -> line.startsWith("approval") && line.contains("mcp_approval_request"));
  }
}

package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients from npm, unmodified, against the protocols. */
@Timeout(120)
@ExtendWith(Answers.class)
class NpmClientsTests {

  private static final ProtocolsScene scene = ProtocolsScene.shared();

  @Test
  void chatsWithTheAiSdk() throws Exception {
    assertThat(NpmClients.run("vercel.mjs", Map.of("CHAT_URL", scene.base + "/api/chat")))
        .contains("refunded 100", "error 401 Not you.")
        .contains("\"type\":\"text\",\"text\":\"Done.\"");
  }

  @Test
  void chatsInAPageWithUseChat() throws Exception {
    boolean browser =
        System.getenv("ADK_TEST_CHROMIUM") != null
            || Files.isExecutable(Path.of("/usr/bin/chromium"));
    assertThat(browser || System.getenv("CI") == null).as("CI needs Chromium").isTrue();
    assumeTrue(browser, "needs Chromium");

    String output = NpmClients.run("page.mjs", Map.of("CHAT_URL", scene.base + "/api/chat"));

    assertThat(output).contains("the page chatted");
  }

  @Test
  void runsWithAgUi() throws Exception {
    String output = NpmClients.run("agui.mjs", Map.of("AGUI_URL", scene.base + "/agui"));

    assertThat(output).contains("\"refunded 80\"", "\"Done.\"").doesNotContain("[ag-ui]");
  }

  @Test
  void chatsInATerminal() throws Exception {
    int before = scene.refunds();
    String output =
        NpmClients.run(
            List.of("terminal.mjs"),
            Map.of("AGUI_URL", scene.base + "/agui", "TOKEN", "terminal"),
            List.of("Hello", "Refund order 4711", "y", "Refund order 4712", "n", ""));

    assertThat(output)
        .contains("You said: Hello", "[refund {\"amount\":100}]", "Run refund? (y/n)", "Done.");
    assertThat(scene.refunds() - before).isOne();
  }

  /** What the clients make of odd streams, which the protocols therefore do not send. */
  @ParameterizedTest
  @ValueSource(strings = {"vercel-edges.mjs", "agui-edges.mjs"})
  void knowsTheEdges(String script) throws Exception {
    assertThat(NpmClients.run(script, Map.of())).isNotEmpty();
  }
}

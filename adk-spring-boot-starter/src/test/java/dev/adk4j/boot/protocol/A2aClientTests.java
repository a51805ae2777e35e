package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A2A's client of npm, unchanged. */
@ExtendWith(Answers.class)
class A2aClientTests {

  private static final ProtocolsScene scene = ProtocolsScene.shared();

  @Test
  void playsTheScene() throws Exception {
    int before = scene.refunds();

    assertThat(NpmClients.run("a2a.mjs", Map.of("A2A_URL", scene.base.toString())).lines().toList())
        .contains("stream [[\"task\",1],[\"statusUpdate\",2],[\"statusUpdate\",6]]")
        .anyMatch(line -> line.matches("asked .*\"gate\":\"[0-9a-f-]{36}\".*"))
        .contains("done 3 Done.")
        .contains("subscribe task 6")
        .contains("cancel 5")
        .anyMatch(line -> line.contains("TaskNotCancelableError"))
        .anyMatch(line -> line.contains("TaskNotFoundError"));
    assertThat(scene.refunds() - before).isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP+JSON", "JSONRPC"})
  void runsTheScenario(String binding) throws Exception {
    int before = scene.refunds();
    List<String> printed =
        NpmClients.run(
                "a2a-scenario.mjs",
                Map.of("A2A_URL", scene.base.toString(), "A2A_BINDING", binding))
            .lines()
            .toList();

    assertThat(printed).last().isEqualTo("ok");
    assertThat(scene.refunds() - before).isOne();
  }
}

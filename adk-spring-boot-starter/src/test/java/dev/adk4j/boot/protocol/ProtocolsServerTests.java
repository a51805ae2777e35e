package dev.adk4j.boot.protocol;

import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Serves the scene for {@code scripts/protocols.sh}, until the file with its addresses is deleted.
 */
class ProtocolsServerTests {

  @Test
  @EnabledIfSystemProperty(named = "adk.protocols.serve", matches = ".+")
  void serves() throws Exception {
    Path addresses = Path.of(System.getProperty("adk.protocols.serve"));
    try (ProtocolsScene scene = new ProtocolsScene("scene.guests=true")) {
      Path written =
          Files.createTempFile(addresses.toAbsolutePath().getParent(), "protocols", ".tmp");
      Files.write(
          written,
          List.of(
              "CHAT_URL=" + scene.base + "/api/chat",
              "AGUI_URL=" + scene.base + "/agui",
              "OPENAI_URL=" + scene.base + "/v1",
              "A2A_URL=" + scene.base,
              "MCP_URL=" + scene.mcp));
      Files.move(written, addresses);
      await().forever().until(() -> !Files.exists(addresses));
    }
  }
}

package dev.adk4j.boot.door;

import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Serves the scene for {@code scripts/doors.sh}, until the file with its addresses is deleted. */
class DoorsServerTests {

  @Test
  @EnabledIfSystemProperty(named = "adk.doors.serve", matches = ".+")
  void serves() throws Exception {
    Path addresses = Path.of(System.getProperty("adk.doors.serve"));
    try (DoorsScene scene = new DoorsScene("scene.guests=true")) {
      Path written = Files.createTempFile(addresses.toAbsolutePath().getParent(), "doors", ".tmp");
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

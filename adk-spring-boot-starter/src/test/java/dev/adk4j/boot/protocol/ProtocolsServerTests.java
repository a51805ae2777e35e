package dev.adk4j.boot.protocol;

import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
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
          written, scene.addresses().entrySet().stream().map(Object::toString).sorted().toList());
      Files.move(written, addresses);
      await().forever().until(() -> !Files.exists(addresses));
    }
  }
}

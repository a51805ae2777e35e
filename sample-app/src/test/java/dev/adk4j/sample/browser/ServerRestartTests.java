package dev.adk4j.sample.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** A page stays open while its server goes away and comes back. */
@Tag("slow")
class ServerRestartTests {

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir private Path directory;

  @Test
  void aConversationGoesOnOverARestartOfTheServer() throws Exception {
    Console console;
    int port = Servers.lastingPort();
    try (ConfigurableApplicationContext first = start(port)) {
      console = new Console(CHROMIUM.open("http://127.0.0.1:" + port + "/", Screen.DESKTOP));
      console.askAndWait("remember that my dog is called Rex");
    }
    console.ask("what is my dog called?");
    assertThat(console.page().getByRole(AriaRole.ALERT))
        .containsText("The server cannot be reached");
    console.picture("server-away");
    try (ConfigurableApplicationContext second = start(port)) {
      console.ask("what is my dog called?");
      assertThat(console.answers().last()).hasText("I remember: my dog is called Rex");
      console.page().reload();
      assertThat(console.said())
          .hasText(new String[] {"remember that my dog is called Rex", "what is my dog called?"});
      assertThat(console.answers())
          .hasText(
              new String[] {
                "I will remember: my dog is called Rex", "I remember: my dog is called Rex"
              });
      console.picture("after-restart");
    }
  }

  private ConfigurableApplicationContext start(int port) {
    return Servers.start(
        port,
        "sample.data-dir=" + directory.toAbsolutePath(),
        "sample.agent.delta-pause=0",
        "adk.shutdown.timeout=1s");
  }
}

package dev.adk4j.sample.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import dev.adk4j.sample.web.Postgres;
import dev.adk4j.sample.web.SampleProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A page stays open while its server is killed in the middle of a durable turn. */
@Tag("slow")
class KilledServerTests {

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir private Path directory;

  @Test
  void theTurnGoesOnAndItsTimelineSaysSo() throws Exception {
    goesOn(false);
  }

  /** It has tried to reach the server for a dozen seconds then. */
  @Test
  @Tag("soak")
  void aPageThatGaveTheConnectionUpGoesOnInPostgreSql() throws Exception {
    try (Postgres postgres = Postgres.start()) {
      goesOn(
          true,
          "--spring.datasource.url=" + postgres.url(),
          "--spring.datasource.username=" + postgres.user(),
          "--spring.datasource.password=" + postgres.password());
    }
  }

  private void goesOn(boolean pageGivesUp, String... database) throws Exception {
    int port = Servers.lastingPort();
    Console console;
    String before;
    SampleProcess first = start(port, "1s", database);
    try {
      first.awaitReady();
      console = new Console(CHROMIUM.open("http://127.0.0.1:" + port + "/", Screen.DESKTOP));
      console.ask("How do I store messages in Postgres?");
      assertThat(console.answers()).hasText(Pattern.compile("\\S.*"));
      before = console.answers().innerText();
    } finally {
      first.kill();
    }
    if (pageGivesUp) {
      assertThat(console.page().getByRole(AriaRole.ALERT)).containsText("was lost");
    }
    SampleProcess second = start(port, "0", database);
    try {
      second.awaitReady();
      assertThat(console.footers()).hasCount(1);
      assertThat(console.answers()).hasCount(1);
      assertThat(console.said()).hasText("How do I store messages in Postgres?");
      Assertions.assertThat(console.answers().innerText().length()).isGreaterThan(before.length());
      console.button("Timeline").click();
      assertThat(console.panel())
          .containsText(Pattern.compile("Attempt\\s*2\\s*Node\\s*[0-9a-f-]{36}"));
      console.page().reload();
      assertThat(console.answers()).hasCount(1);
    } finally {
      second.kill();
    }
  }

  private SampleProcess start(int port, String deltaPause, String... database) throws IOException {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--server.port=" + port,
                "--spring.profiles.active=durable",
                "--sample.agent.delta-pause=" + deltaPause));
    options.addAll(List.of(database));
    return SampleProcess.start(directory, options.toArray(String[]::new));
  }
}

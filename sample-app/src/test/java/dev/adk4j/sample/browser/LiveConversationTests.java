package dev.adk4j.sample.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Route;
import dev.adk4j.sample.SampleApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;

/** What happens on the page while a turn runs: reloads, other browsers, lost connections, stops. */
@Tag("slow")
@SpringBootTest(
    classes = {SampleApplication.class, LiveConversationTests.Held.class},
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = "spring.datasource.url=jdbc:h2:mem:live;DB_CLOSE_DELAY=-1")
class LiveConversationTests {

  @TestConfiguration
  static class Held {

    @Bean
    HeldAnswer heldAnswer() {
      return new HeldAnswer();
    }
  }

  private static final String WHOLE = HeldAnswer.FIRST + HeldAnswer.SECOND;

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @LocalServerPort private int port;
  @Autowired private HeldAnswer answer;

  private Console open(String fragment) {
    return new Console(CHROMIUM.open("http://127.0.0.1:" + port + "/" + fragment, Screen.DESKTOP));
  }

  @Test
  void aReloadInMidStreamLosesNothingAndRepeatsNothing() throws Exception {
    Console console = open("");
    console.ask("What is a turn?");
    assertThat(console.answers()).hasText(HeldAnswer.FIRST.strip());
    console.page().reload();
    assertThat(console.said()).hasText("What is a turn?");
    assertThat(console.answers()).hasText(HeldAnswer.FIRST.strip());
    assertThat(console.button("Stop")).isVisible();
    console.picture("reload-mid-stream");
    answer.release();
    assertThat(console.answers()).hasText(WHOLE);
    assertThat(console.footers()).hasCount(1);
    assertThat(console.said()).hasCount(1);
    console.page().reload();
    assertThat(console.answers()).hasText(WHOLE);
    assertThat(console.said()).hasCount(1);
  }

  @Test
  void twoBrowsersSeeOneConversationWhileItHappens() throws Exception {
    Console first = open("");
    first.ask("What is a turn?");
    assertThat(first.answers()).hasText(HeldAnswer.FIRST.strip());
    Console second = open("#" + first.conversation());
    assertThat(second.said()).hasText("What is a turn?");
    assertThat(second.answers()).hasText(HeldAnswer.FIRST.strip());
    answer.release();
    assertThat(first.answers()).hasText(WHOLE);
    assertThat(second.answers()).hasText(WHOLE);
    assertThat(second.footers()).hasCount(1);

    second.ask("Say it again, please");
    assertThat(first.said()).hasText(new String[] {"What is a turn?", "Say it again, please"});
    assertThat(first.answers()).hasText(new String[] {WHOLE, HeldAnswer.FIRST.strip()});
    answer.release();
    assertThat(first.answers()).hasText(new String[] {WHOLE, WHOLE});
    assertThat(second.answers()).hasText(new String[] {WHOLE, WHOLE});
    assertThat(first.footers()).hasCount(2);
    first.picture("two-browsers");
  }

  @Test
  void overlappingReadsOfStateFollowATurnOnce() {
    Console first = open("");
    answer.release();
    first.askAndWait("What is a turn?");
    Console second = open("#" + first.conversation());
    assertThat(second.answers()).hasText(WHOLE);
    List<Route> held = new ArrayList<>();
    List<String> asked = new ArrayList<>();
    second.page().onRequest(request -> asked.add(request.url()));
    second.page().route("**/turns", held::add);

    first.ask("Say it again, please");
    second.page().waitForCondition(() -> held.size() >= 2);
    second.page().unroute("**/turns");
    held.forEach(Route::resume);
    assertThat(second.answers()).hasText(new String[] {WHOLE, HeldAnswer.FIRST.strip()});
    answer.release();
    assertThat(second.answers()).hasText(new String[] {WHOLE, WHOLE});
    Assertions.assertThat(asked).filteredOn(url -> url.endsWith("/events")).hasSize(1);
  }

  @Test
  void aMessageThatIsNamedLateStandsBeforeItsAnswer() {
    Console console = open("");
    console.page().route(Pattern.compile(".*/turns/[^/]+$"), Route::abort);
    answer.release();
    console.askAndWait("What is a turn?");
    assertThat(console.said()).hasText("What is a turn?");
    assertThat(console.page().locator("#entries > li").first()).containsText("What is a turn?");
  }

  @Test
  void brokenStreamContinuesAfterTheLastEvent() {
    Console console = open("");
    // the first connection ends after its first event, as if a proxy had cut it
    console
        .page()
        .addInitScript(
            """
            const original = window.fetch;
            window.fetch = async (url, options) => {
              const response = await original(url, options);
              if (!String(url).endsWith("/messages")) return response;
              const reader = response.body.getReader();
              const { value } = await reader.read();
              reader.cancel();
              return new Response(new Blob([value]).stream(), response);
            };
            """);
    console.page().reload();
    console.ask("What is a turn?");
    assertThat(console.answers()).hasText(HeldAnswer.FIRST.strip());
    answer.release();
    assertThat(console.answers()).hasText(WHOLE);
    assertThat(console.footers()).hasCount(1);
  }

  @Test
  void aTurnCanBeStopped() {
    Console console = open("");
    console.ask("What is a turn?");
    assertThat(console.answers()).hasText(HeldAnswer.FIRST.strip());
    console.button("Stop").click();
    assertThat(console.button("Send")).isVisible();
    assertThat(console.footers()).containsText("aborted");
  }

  @Test
  void showsProgressAfterASecond() {
    Console console = open("");
    List<Route> held = new ArrayList<>();
    console.page().route("**/messages", held::add);
    console.ask("What is a turn?");
    assertThat(console.page().getByText(Pattern.compile("Working for \\d"))).isVisible();
    console.page().waitForCondition(() -> !held.isEmpty());
    held.forEach(Route::resume);
    answer.release();
    assertThat(console.answers()).hasText(WHOLE);
    assertThat(console.page().getByText("Working")).hasCount(0);
  }
}

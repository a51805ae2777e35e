package dev.adk4j.sample.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A page over a controller that returns an {@code AgentStream}, and that is all there is. */
@SpringBootTest(
    classes = ReturnedStreamPageTests.App.class,
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.config.name=page",
      "spring.datasource.url=jdbc:h2:mem:page;DB_CLOSE_DELAY=-1",
      "spring.flyway.enabled=false",
      "spring.ai.model.chat=none",
      "spring.ai.model.embedding=none",
      "spring.ai.model.image=none",
      "spring.ai.model.moderation=none",
      "spring.ai.model.audio.speech=none",
      "spring.ai.model.audio.transcription=none",
      "adk.client.system-prompt=Be brief.",
      "adk.storage.noop=tools"
    })
class ReturnedStreamPageTests {

  /** Each begins with a blank, as tokens do, and HTML would join two of them. */
  private static final List<String> FIRST = List.of("Hello", " from", "  the");

  private static final List<String> SECOND = List.of("  other", "\n side", ".");
  private static final String WHOLE = String.join("", FIRST) + String.join("", SECOND);

  /** Keeps what it was told with the last id, and reads on after a reload. */
  private static final String PAGE =
      """
      <!doctype html><title>Page</title><link rel="icon" href="data:,"><pre id="text"></pre>
      <p id="state"></p>
      <script>
        const kept = JSON.parse(sessionStorage.getItem("turn") || '{"text":"","id":""}');
        const show = state => {
          document.getElementById("text").textContent = kept.text;
          document.getElementById("state").textContent = state;
        };
        const take = block => {
          const fields = {};
          for (const line of block.split("\\n")) {
            const at = line.indexOf(":");
            fields[line.slice(0, at)] = line.slice(at + 1);
          }
          if (fields.event === "message") kept.text += JSON.parse(fields.data).delta;
          if (fields.id) kept.id = fields.id;
          sessionStorage.setItem("turn", JSON.stringify(kept));
          show(fields.event === "end" ? "ended" : "running");
        };
        show("");
        (async () => {
          const headers = {"Content-Type": "application/json"};
          if (kept.id) headers["Last-Event-ID"] = kept.id;
          const response = await fetch("/chat", {method: "POST", headers, body: '{"text":"Hi"}'});
          const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
          let open = "";
          for (let read = await reader.read(); !read.done; read = await reader.read()) {
            const blocks = (open + read.value).split("\\n\\n");
            open = blocks.pop();
            blocks.forEach(take);
          }
        })();
      </script>
      """;

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @LocalServerPort private int port;
  @Autowired private Tokens tokens;

  @Test
  void showsEveryBlankOfATurnThatWasReloadedInTheMiddle() {
    Page page = CHROMIUM.open("http://127.0.0.1:" + port + "/", Screen.DESKTOP);
    page.waitForCondition(() -> text(page).equals(String.join("", FIRST)));
    page.reload();
    page.waitForCondition(() -> page.locator("#state").textContent().equals("running"));
    Assertions.assertThat(text(page)).isEqualTo(String.join("", FIRST));
    tokens.rest.release();

    assertThat(page.locator("#state")).hasText("ended");
    Assertions.assertThat(text(page)).isEqualTo(WHOLE);
    Assertions.assertThat(tokens.turns).hasValue(1);
  }

  private static String text(Page page) {
    return page.locator("#text").textContent();
  }

  /** Says the second half of its answer when the test lets it. */
  static final class Tokens implements DispatchExecutor {

    private final Semaphore rest = new Semaphore(0);
    private final AtomicInteger turns = new AtomicInteger();

    @Override
    public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
      turns.incrementAndGet();
      FIRST.forEach(token -> helpers.reportMessage("m", token));
      rest.tryAcquire(5, TimeUnit.MINUTES);
      SECOND.forEach(token -> helpers.reportMessage("m", token));
      helpers.reportMessage("m", "", true);
      ctx.storeMessage(Message.assistant("m", WHOLE, ctx.clock().instant()));
      ctx.ack();
    }
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class App {

    @Bean
    Tokens tokens() {
      return new Tokens();
    }

    @RestController
    static class Chat {

      record Post(String text) {}

      private final AgentClient agent;

      Chat(AgentClient agent) {
        this.agent = agent;
      }

      @GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
      String page() {
        return PAGE;
      }

      @PostMapping("/chat")
      AgentStream chat(@RequestBody Post post) {
        return agent.conversation("ann", "c").stream(post.text());
      }
    }
  }
}

package dev.adk4j.sample.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitUntilState;
import dev.adk4j.jdbc.memory.JdbcMemoryStore;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.sample.SampleApplication;
import dev.adk4j.sample.web.Api;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;

/**
 * Text that would run, or ask an attacker's server, if it became part of the page: wherever text of
 * somebody is shown, and with the content security policy off, so that nothing else is in its way.
 */
@Tag("slow")
@SpringBootTest(
    classes = {SampleApplication.class, ScriptVectorTests.Echoing.class},
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:vectors",
      "adk.stream.include-error-message=true"
    })
@DirtiesContext // a rerun has another attacker, and nothing of what was said before
class ScriptVectorTests {

  @TestConfiguration
  static class Echoing {

    @Bean
    Echo echo() throws IOException {
      return new Echo(vectors());
    }
  }

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();
  @RegisterExtension static final Attacker ATTACKER = new Attacker();

  /** What nothing but a text could have brought into the page; each vector marks its elements. */
  private static final String STRANGE =
      """
      () => [...document.querySelectorAll("*")].filter((element) =>
          element.matches("[data-x], script:not([src='js/main.js']), iframe, object, embed, base, style, video, audio, math,"
              + "svg *:not(path), table[background], [style*='url('], meta[http-equiv], form:not(#ask, .gate form)")
          || (element.localName === "img" && !element.matches(".attachment > img"))
          || (element.localName === "link" && new URL(element.href).origin !== location.origin)
          || (element.localName === "a" && !/^https?:$/.test(element.protocol))
          || [...element.attributes].some(({ name }) => name.startsWith("on")))
        .map((element) => element.outerHTML)
      """;

  @LocalServerPort private int port;
  @Autowired private JdbcClient jdbc;
  @Autowired private JdbcMemoryStore memories;
  private final List<String> ran = new CopyOnWriteArrayList<>();
  private Page page;

  @BeforeEach
  void open() {
    page =
        CHROMIUM.page(new Browser.NewContextOptions().setBypassCSP(true).setAcceptDownloads(true));
    page.exposeFunction("marker", args -> ran.add("marker"));
    page.onDialog(
        dialog -> {
          ran.add(dialog.type());
          dialog.dismiss();
        });
    page.context()
        .onRequest(
            request -> {
              if (!request.url().startsWith(url("")) && !request.url().startsWith("data:")) {
                ran.add(request.url());
              }
            });
  }

  @AfterEach
  void expectNothingRan() {
    assertThat(ran).isEmpty();
    assertThat(ATTACKER.asked()).isEmpty();
  }

  private String url(String path) {
    return "http://127.0.0.1:" + port + path;
  }

  private static List<String> vectors() throws IOException {
    try (InputStream lines =
        ScriptVectorTests.class.getResourceAsStream("/browser/script-vectors.txt")) {
      return new String(lines.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@ATTACKER@", ATTACKER.authority("127.0.0.1"))
          .lines()
          .map(line -> line.replace('⏎', '\n'))
          .toList();
    }
  }

  private void assertNothingStrange() {
    assertThat((List<?>) page.evaluate(STRANGE)).isEmpty();
  }

  @Test
  void mostVectorsMakeElementsAsHtml() throws Exception {
    page.navigate("about:blank");

    Object elements =
        page.evaluate(
            """
            (vectors) => vectors.filter((vector) => {
              const document = new DOMParser().parseFromString(vector, "text/html");
              return document.querySelector("[data-x]");
            }).length
            """,
            vectors());

    assertThat((Integer) elements).isGreaterThanOrEqualTo(35);
  }

  @Test
  void messagesFileNamesAndTitlesStayText() throws Exception {
    Api api = new Api(port);
    List<String> files = new ArrayList<>();
    for (String vector : vectors()) {
      String file = vector.replaceAll("[/\\\\]", "|").replaceAll("[\"\n]", "'") + ".txt";
      files.add(file.substring(Math.max(0, file.length() - 120)));
      assertThat(api.upload("said", vector, file, vector.getBytes(StandardCharsets.UTF_8)).body())
          .contains("event:end");
      api.say("title-" + files.size(), vector);
    }

    page.navigate(url("/#said"));

    assertThat(page.locator("[data-conversation^='title-'] .title")).hasCount(vectors().size());
    assertThat(page.locator(".entry.user .words")).hasCount(vectors().size());
    assertThat(page.locator(".entry.user .words").allTextContents()).isEqualTo(vectors());
    assertThat(page.locator(".attachment a").allTextContents()).isEqualTo(files);
    assertThat(page.locator(".entry.thought p").allTextContents()).isEqualTo(vectors());
    assertNothingStrange();
    List<String> attachments =
        page.locator(".attachment a").all().stream().map(a -> a.getAttribute("href")).toList();
    for (String path : attachments) {
      visit(path);
    }
  }

  @Test
  void answersToolCallsAndGatesStayText() throws Exception {
    page.navigate(url("/#answered"));
    new Console(page).ask(Echo.ALL);
    Locator gate = page.locator(".entry.gate");
    assertThat(gate).containsText("Waiting for you");

    assertThat(page.locator(".entry.thought p").allTextContents()).isEqualTo(vectors());
    assertThat(page.locator(".entry.assistant .prose")).hasCount(vectors().size());
    assertThat(gate.locator("label").allTextContents()).containsAll(vectors());
    assertNothingStrange();

    new Console(page).button("Approve").click();
    assertThat(gate).containsText("Approved");
    assertThat(new Console(page).footers()).hasCount(1);
    assertThat(gate.locator("dt").allTextContents()).isEqualTo(vectors());
    assertThat(page.locator(".entry.tool summary code").allTextContents()).containsAll(vectors());
    assertNothingStrange();

    page.reload();
    assertThat(page.locator(".entry.assistant .prose")).hasCount(vectors().size());
    for (Locator link : page.locator(".entry .prose button.source").all()) {
      link.click();
      page.keyboard().press("Escape");
    }
    page.locator(".entry details").all().forEach(details -> details.evaluate("d => d.open = true"));
    assertThat(page.locator(".entry.tool pre").allTextContents()).containsAll(vectors());
    assertNothingStrange();
    new Console(page).ask(Echo.FAIL);
    assertThat(page.locator(".entry.failure")).containsText("marker()");
    assertNothingStrange();
    new Console(page).button("Timeline").last().click();
    assertThat(new Console(page).panel().getByRole(AriaRole.ROWHEADER).first()).isVisible();
    assertNothingStrange();
  }

  @Test
  void memoriesAndNotesStayText() throws Exception {
    MemoryWriteContext owner =
        MemoryWriteContext.of(
            MemoryOwner.of(Scope.of(Scope.DEFAULT_TENANT, "visitor", "memories")).orElseThrow());
    for (String vector : vectors()) {
      memories.add(vector, Map.of(), owner);
      jdbc.sql("insert into sample_note values (?, 'default', 'visitor', ?, ?, current_timestamp)")
          .params("note-" + vector.hashCode(), vector, vector)
          .update();
    }
    page.navigate(url("/"));

    new Console(page).button("Memory").click();
    assertThat(page.locator(".cards li")).hasCount(vectors().size());
    assertThat(page.locator(".cards li > p").allTextContents())
        .containsExactlyInAnyOrderElementsOf(vectors());
    assertNothingStrange();
    page.keyboard().press("Escape");
    new Console(page).button("Notes").click();
    assertThat(page.locator(".cards h3")).hasCount(vectors().size());
    assertThat(page.locator(".cards h3").allTextContents())
        .containsExactlyInAnyOrderElementsOf(vectors());
    assertNothingStrange();

    visit("/api/memories");
    visit("/api/notes");
  }

  @Test
  void messagesOfTheServerStayText() throws Exception {
    List<String> vectors = vectors();
    for (int i = 0; i < vectors.size(); i++) {
      String encoded =
          URLEncoder.encode(vectors.get(i), StandardCharsets.UTF_8).replace("+", "%20");
      visit(List.of("/nothing/", "/api/documents/", "/?x=1#").get(i % 3) + encoded);
    }
  }

  /** As somebody who opened the address: a document of its own, or a download. */
  private void visit(String path) {
    try {
      page.navigate(
          url(path), new Page.NavigateOptions().setWaitUntil(WaitUntilState.DOMCONTENTLOADED));
    } catch (PlaywrightException e) {
      assertThat(e).hasMessageContaining("Download is starting");
      return;
    }
    assertThat(page.locator("[data-x]").count()).as(path).isZero();
  }
}

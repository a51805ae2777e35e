package dev.adk4j.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pages of other sites in the same browser: they change nothing, read nothing, and show nothing.
 */
@Tag("slow")
class CrossSiteTests {

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();
  @RegisterExtension static final Attacker ATTACKER = new Attacker();

  /** Sent without a preflight, so they arrive whatever the server thinks of it. */
  private static final Set<String> ALWAYS_ARRIVE =
      Set.of(
          "cors-plain",
          "no-cors-plain",
          "no-cors-json",
          "no-cors-form",
          "no-cors-multipart",
          "no-cors-keepalive",
          "no-cors-anonymous",
          "xhr-plain",
          "form-encoded",
          "form-multipart",
          "form-plain",
          "beacon-plain",
          "beacon-form",
          "beacon-multipart");

  private static SiteUnderAttack site;

  @BeforeAll
  static void start() throws Exception {
    site = new SiteUnderAttack();
  }

  @AfterAll
  static void stop() throws Exception {
    site.close();
  }

  @Test
  void aPageOfAnotherSiteChangesReadsAndShowsNothing() throws Exception {
    assertNothing(
        attack(
            site,
            ATTACKER.origin("attacker.test"),
            site.origin("127.0.0.1"),
            false,
            site.changes(),
            site.reads()));
  }

  @ParameterizedTest
  @CsvSource({
    // the same site, another port; a plain-http name, where browsers tell less
    "127.0.0.1, 127.0.0.1, false",
    "attacker.test, agent.test, false",
    // a page in a sandbox, whose origin is null
    "attacker.test, 127.0.0.1, true"
  })
  void aPageOfAnotherOriginChangesReadsAndShowsNothing(String from, String to, boolean sandboxed)
      throws Exception {
    assertNothing(
        attack(
            site,
            ATTACKER.origin(from),
            site.origin(to),
            sandboxed,
            site.changes(),
            site.reads().stream().filter(CrossSiteTests::isOfEachKind).toList()));
  }

  /** The page, a stream, JSON of the library and a file: for what takes its time. */
  private static boolean isOfEachKind(SiteUnderAttack.Target target) {
    return target.path().matches("/|.*/(events|gates|attachments/.*)");
  }

  /** Neither frames nor what is embedded in them. */
  private static void assertNothing(List<String> shown) {
    assertThat(shown)
        .isNotEmpty()
        .allMatch(url -> url.startsWith("chrome-error:") || url.startsWith("about:"));
  }

  @Test
  void endpointsOfTheLibraryHoldWithoutTheSamplesFilter() throws Exception {
    try (SiteUnderAttack bare = new SiteUnderAttack("test.without-browser-safety=true")) {
      attack(
          bare,
          ATTACKER.origin("127.0.0.1"),
          bare.origin("127.0.0.1"),
          false,
          library(bare.changes()),
          library(bare.reads()));
    }
  }

  @Test
  void aReboundNameReachesNothing() {
    List<String> before = site.stored();
    Page page = CHROMIUM.page(new Browser.NewContextOptions());
    String rebound = site.origin("attacker.test");
    // the attacker's own server had that name when the page was loaded
    page.route(
        rebound + "/page",
        route ->
            route.resume(
                new Route.ResumeOptions().setUrl(ATTACKER.origin("attacker.test") + "/page")));
    page.navigate(rebound + "/page");
    List<SiteUnderAttack.Target> all = new ArrayList<>(site.changes());
    all.addAll(site.reads());

    Object answers =
        page.evaluate(
            """
            (targets) => Promise.all(targets.map(async ({ method, path }) => {
              const options = method === "GET" ? {} : {
                method,
                headers: { "Content-Type": "application/json" },
                body: '{"text":"I was here","decision":"approve","action":"resolve"}',
              };
              const answer = await fetch(path, options);
              return `${answer.status} ${(await answer.json()).code}`;
            }))
            """,
            wire(all));

    assertThat((List<?>) answers).hasSize(all.size()).allMatch("403 E_HOST_NOT_ALLOWED"::equals);
    assertThat(site.stored()).isEqualTo(before);
  }

  @Test
  void anOpenerHasNoHandleOnTheConsole() {
    Page page = CHROMIUM.page(new Browser.NewContextOptions());
    page.navigate(ATTACKER.origin("attacker.test") + "/page");

    Page console =
        page.waitForPopup(
            () -> page.evaluate("url => { window.opened = open(url); }", site.origin("127.0.0.1")));
    console.waitForLoadState();

    assertThat(console.title()).startsWith("Ask the docs");
    assertThat(console.evaluate("window.opener === null")).isEqualTo(true);
    assertThat(page.evaluate("window.opened.closed")).isEqualTo(true);
  }

  private static List<SiteUnderAttack.Target> library(List<SiteUnderAttack.Target> all) {
    return all.stream()
        .filter(t -> t.path().startsWith("/adk/") || t.path().startsWith("/actuator/adk"))
        .toList();
  }

  /** Plays all attacks; what was shown in frames is the result. */
  private static List<String> attack(
      SiteUnderAttack site,
      String from,
      String to,
      boolean sandboxed,
      List<SiteUnderAttack.Target> changes,
      List<SiteUnderAttack.Target> reads)
      throws Exception {
    site.awaitQuiet();
    List<String> before = site.stored();
    site.arrivals.clear();
    Page page = CHROMIUM.page(new Browser.NewContextOptions());
    page.navigate(from + "/page");
    Frame attacker = sandboxed ? sandbox(page) : page.mainFrame();

    List<String> shown = new ArrayList<>();
    page.onFrameNavigated(frame -> shown.add(frame.url()));
    Object readable =
        attacker.evaluate(
            script(),
            new HashMap<>(
                Map.of(
                    "base", to,
                    "redirect", from + "/redirect",
                    "changes", wire(changes),
                    "reads", wire(reads),
                    "some", wire(reads.stream().filter(CrossSiteTests::isOfEachKind).toList()))));

    assertThat((List<?>) readable).isEmpty();
    for (SiteUnderAttack.Target target : changes) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> arrived(site, target.path()).containsAll(ALWAYS_ARRIVE));
    }
    assertThat(site.stored()).isEqualTo(before);
    return shown;
  }

  private static Frame sandbox(Page page) {
    page.evaluate(
        """
        () => new Promise((done) => {
          const frame = document.createElement("iframe");
          frame.sandbox = "allow-scripts allow-forms";
          frame.srcdoc = "<!doctype html><body>";
          frame.onload = done;
          document.body.append(frame);
        })
        """);
    return page.frames().getLast();
  }

  private static Set<@Nullable String> arrived(SiteUnderAttack site, String path) {
    return site.arrivals.all().stream()
        .filter(arrival -> arrival.path().equals(path) && arrival.method().equals("POST"))
        .map(Arrivals.Arrival::via)
        .collect(Collectors.toSet());
  }

  private static List<Map<String, String>> wire(List<SiteUnderAttack.Target> targets) {
    return targets.stream().map(t -> Map.of("method", t.method(), "path", t.path())).toList();
  }

  private static String script() throws IOException {
    try (InputStream script = CrossSiteTests.class.getResourceAsStream("/browser/cross-site.js")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

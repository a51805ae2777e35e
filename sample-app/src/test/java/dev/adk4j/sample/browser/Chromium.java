package dev.adk4j.sample.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The browser of this machine: Chromium from ADK_TEST_CHROMIUM or from the usual places. Without
 * one the tests are skipped; with CI=true they fail. A page that logs an error fails its test.
 */
final class Chromium implements BeforeAllCallback, AfterAllCallback, AfterEachCallback {

  /** Long enough for the first start's index on a busy machine; only a failure takes as long. */
  private static final double PATIENCE_MS = 300_000;

  private static final List<String> ARGUMENTS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          // names of other sites lead to this machine, as an attacker's name server can tell
          "--host-resolver-rules=MAP *.test 127.0.0.1");

  private final List<String> complaints = new ArrayList<>();
  private final List<BrowserContext> contexts = new ArrayList<>();
  private Playwright playwright;
  private Browser browser;

  @Override
  public void beforeAll(ExtensionContext context) {
    Path executable = executable();
    if (executable == null) {
      if ("true".equals(System.getenv("CI"))) {
        throw new IllegalStateException("CI=true and there is no Chromium: install one");
      }
      Assumptions.abort("there is no Chromium on this machine");
    }
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(executable)
                    .setTimeout(PATIENCE_MS)
                    .setArgs(ARGUMENTS));
  }

  /** A page of a browser of its own, with nothing shared but the server. */
  Page open(String url, Screen screen) {
    Page page =
        page(
            new Browser.NewContextOptions()
                .setViewportSize(screen.width(), screen.height())
                .setColorScheme(screen.scheme())
                .setLocale("en-GB"));
    page.onPageError(error -> complaints.add("page error: " + error));
    page.onConsoleMessage(
        message -> {
          // a server that is away, and answers that say no, are logged by the browser itself
          if (message.type().equals("error")
              && !message.text().startsWith("Failed to load resource")) {
            complaints.add("console: " + message.text());
          }
        });
    page.navigate(url);
    return page;
  }

  /** An empty page of a browser of its own, which may log errors. */
  Page page(Browser.NewContextOptions options) {
    BrowserContext context = browser.newContext(options);
    contexts.add(context);
    Page page = context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    contexts.forEach(BrowserContext::close);
    contexts.clear();
    List<String> found = List.copyOf(complaints);
    complaints.clear();
    if (!found.isEmpty()) {
      throw new AssertionError("the page complained: " + found);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (playwright != null) {
      playwright.close();
    }
  }

  private static Path executable() {
    String named = System.getenv("ADK_TEST_CHROMIUM");
    return Stream.of(
            named, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .filter(path -> path != null && !path.isEmpty())
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }
}

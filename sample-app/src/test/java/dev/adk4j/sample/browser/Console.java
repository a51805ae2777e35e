package dev.adk4j.sample.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The console as a person uses it: by roles and names. */
record Console(Page page) {

  private static final Path IMAGES = Path.of("..", "docs", "images");

  /** Waits for the turn before to be over: until then the page takes no question. */
  void ask(String question) {
    assertThat(button("Send")).isVisible();
    page.getByLabel("Your message").fill(question);
    page.keyboard().press("Enter");
  }

  /** Asks and waits until the turn is over and its numbers are there. */
  void askAndWait(String question) {
    assertThat(button("Send")).isVisible();
    int before = footers().count();
    ask(question);
    assertThat(footers()).hasCount(before + 1);
  }

  Locator entries() {
    return page.getByRole(
        AriaRole.LIST, new Page.GetByRoleOptions().setName("Conversation").setExact(true));
  }

  Locator said() {
    return page.locator(".entry.user .words");
  }

  Locator answers() {
    return page.locator(".entry.assistant .prose");
  }

  Locator footers() {
    return page.locator(".entry .meta");
  }

  Locator gate() {
    return page.locator(".entry.gate");
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator panel() {
    return page.getByRole(AriaRole.DIALOG);
  }

  String conversation() {
    return page.url().substring(page.url().indexOf('#') + 1);
  }

  /** Writes the page to docs/images where -Dadk.docs.update=true asks for it. */
  void picture(String name) throws IOException {
    if (Boolean.getBoolean("adk.docs.update")) {
      Files.createDirectories(IMAGES);
      page.mouse().move(0, 0);
      page.screenshot(new Page.ScreenshotOptions().setPath(IMAGES.resolve(name + ".png")));
    }
  }
}

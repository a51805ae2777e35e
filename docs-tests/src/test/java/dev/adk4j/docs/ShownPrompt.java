package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** A prompt that a page shows, and what {@code adk.llm.log-prompts} showed of it in a run. */
final class ShownPrompt {

  private static final Pattern LOGGED =
      Pattern.compile(
          "(?s)Prompt of generation \\S+:\\n(.*?\\n)(?=(?:\\d{4}-\\d\\d-\\d\\dT)?\\d\\d:\\d\\d:\\d\\d|\\z)");

  /** What differs from run to run: the nonces and the times. */
  private static final Pattern CHANGING =
      Pattern.compile("(?<=_|nonce=\")[a-z2-7]{26}(?=[ >\"])|(?<=createdAt=\")[^\"]+");

  /** The tools that read large results are many and the same everywhere; a page names them. */
  private static final Pattern READERS = Pattern.compile("(?s)(?<=\\n)artifact_head: .*");

  private ShownPrompt() {}

  /**
   * Compares the block of the page that is marked with {@code prompt} and a number, or with {@code
   * -Dadk.docs.update=true} writes it.
   */
  static void compare(String name, CharSequence output) throws IOException {
    List<String> logged = LOGGED.matcher(output).results().map(prompt -> prompt.group(1)).toList();
    Sample shown =
        Repository.page(name).samples().stream()
            .filter(sample -> sample.has("prompt"))
            .findFirst()
            .orElseThrow();
    String logs = logged.get(Integer.parseInt(shown.mark("prompt")) - 1);
    String prompt = READERS.matcher(logs).replaceFirst("");
    if (Boolean.getBoolean("adk.docs.update")) {
      String page = Repository.text(name);
      Files.writeString(
          Repository.ROOT.resolve(name),
          page.replace("```text\n" + shown.text() + "```", "```text\n" + prompt + "```"));
      return;
    }
    assertThat(constant(shown.text()))
        .as("%s, which -Dadk.docs.update=true writes anew", shown.place())
        .isEqualTo(constant(prompt));
  }

  private static String constant(String prompt) {
    return CHANGING.matcher(prompt).replaceAll("…");
  }
}

package dev.adk4j.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorReferenceTests {

  private static final String UPDATE = "adk.docs.update";

  @ParameterizedTest
  @EnumSource(AdkErrorCode.class)
  void everyCodeHasAMeaningAndARemedy(AdkErrorCode code) {
    assertThat(code.meaning()).endsWith(".");
    assertThat(code.help()).endsWith(".").isNotEqualTo(code.meaning());
    assertThat(code.status()).isBetween(400, 599);
  }

  @Test
  void theDocumentationListsEveryCode() throws IOException {
    Path document = repository().resolve("docs/reference/errors.md");
    String table = table();
    if (Boolean.getBoolean(UPDATE)) {
      Files.createDirectories(document.getParent());
      Files.writeString(document, table);
    }
    assertThat(document).exists();
    assertThat(Files.readString(document))
        .as("run this test with -D" + UPDATE + "=true to write the file anew")
        .isEqualTo(table);
  }

  private static String table() {
    StringBuilder text =
        new StringBuilder(
            """
            # Error codes

            Every `AdkException` has a code, an HTTP-like status, and a sentence that says what to do. *Fatal* marks programming
            errors, thrown where the bad input arrived. Written from `AdkErrorCode` by `ErrorReferenceTests`; do not edit.

            | Code | Status | Fatal | Meaning | What to do |
            | --- | --- | --- | --- | --- |
            """);
    for (AdkErrorCode code : AdkErrorCode.values()) {
      text.append(
          "| `%s` | %d | %s | %s | %s |%n"
              .formatted(
                  code, code.status(), code.fatal() ? "yes" : "no", code.meaning(), code.help())
              .replace(System.lineSeparator(), "\n"));
    }
    return text.toString();
  }

  private static Path repository() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("settings.gradle.kts"))) {
      at = at.getParent();
    }
    return at;
  }
}

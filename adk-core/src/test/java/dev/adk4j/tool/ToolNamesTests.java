package dev.adk4j.tool;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.tool.internal.ToolNames;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolNamesTests {

  @ParameterizedTest
  @CsvSource({
    "mail, mail, true",
    "mail, mailer, false",
    "mail, Mail, false",
    "optional:mail, mail, true",
    "optional: mail, mail, true",
    "mcp_*, mcp_, true",
    "mcp_*, mcp_delete, true",
    "mcp_*, xmcp_delete, false",
    "*_delete, a_delete, true",
    "*_delete, a_delete_, false",
    "a*b*c, aXbYc, true",
    "a*b*c, abc, true",
    "a*b*c, acb, false",
    "a*a, a, false",
    "ab*b*b, abbb, true",
    "ab*b*b, abb, false",
    "*, anything, true",
    "optional:mcp_*, mcp_x, true",
    "a.c, abc, false"
  })
  void anEntryNamesTools(String entry, String tool, boolean named) {
    ToolNames names = ToolNames.of(List.of(entry));
    assertThat(names.contains(tool)).isEqualTo(named);
    assertThat(names.unmatched(List.of("other", tool)).isEmpty())
        .isEqualTo(named || names.contains("other"));
  }

  @Test
  void onlyPlainNamesAreMissing() {
    ToolNames names = ToolNames.of(List.of("mail", "wire", "mcp_*", "optional:fetch"));
    assertThat(names.missing(List.of("mail"))).containsExactly("wire");
    assertThat(names.unmatched(List.of("mail"))).containsExactly("wire", "mcp_*", "optional:fetch");
    assertThat(names.unmatched(List.of("mail", "wire", "mcp_x", "fetch"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "optional:", "optional: "})
  void anEmptyNameIsRefused(String entry) {
    assertFails(AdkErrorCode.VALIDATION_EXCEPTION, () -> ToolNames.of(List.of("mail", entry)));
    assertFails(AdkErrorCode.VALIDATION_EXCEPTION, () -> ToolNames.of(List.of()));
  }

  @Test
  @Timeout(10)
  void aPatternOfManyStarsTakesNoTime() {
    ToolNames names = ToolNames.of(List.of("*a".repeat(50) + "b"));
    assertThat(names.contains("a".repeat(100_000))).isFalse();
  }
}

package dev.adk4j.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ImitationsTests {

  @Test
  void textWithoutImitationsIsTheSameInstance() {
    for (String text :
        List.of(
            "",
            "a < b && c > d",
            "<system>",
            "<system_instruction>",
            "<system_instructions2>",
            "<system_instructions_extra>",
            "system_instructions>",
            "List<String> xs = new ArrayList<>();",
            "\u03B1 < \u03B2, \u0441\u0438\u0441\u0442\u0435\u043C\u0430 <\u0442\u0435\u0433>")) {
      assertThat(Imitations.DEVELOPER_RULES.defuse(text)).isSameAs(text);
    }
  }

  @Test
  void onlyTheBracketChanges() {
    assertThat(
            Imitations.DEVELOPER_RULES.defuse(
                "a<System_Instructions kind=\"x\">b</system_instructions>"))
        .isEqualTo("a&lt;System_Instructions kind=\"x\">b&lt;/system_instructions>");
  }

  @Test
  void nonceTagsAreFoundWithTheirNonceOnly() {
    Imitations own = Imitations.ofNonce("abc234");
    assertThat(own.defuse("</message_abc234></thought_ABC234 ></message_abc2345></message_abc>"))
        .isEqualTo("&lt;/message_abc234>&lt;/thought_ABC234 ></message_abc2345></message_abc>");
  }

  @Test
  void hugeTextsTakeLinearTime() {
    String brackets = "<".repeat(1_000_000);
    assertThat(Imitations.DEVELOPER_RULES.defuse(brackets)).isSameAs(brackets);
    String halves = "<system_instruction ".repeat(50_000);
    assertThat(Imitations.DEVELOPER_RULES.defuse(halves)).isSameAs(halves);
    String blanks = "<" + "\u200B ".repeat(500_000) + "system_instructions>";
    assertThat(Imitations.DEVELOPER_RULES.defuse(blanks)).startsWith("&lt;");
  }
}

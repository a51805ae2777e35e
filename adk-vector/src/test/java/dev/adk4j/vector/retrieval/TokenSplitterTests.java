package dev.adk4j.vector.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.adk4j.error.AdkException;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.vector.retrieval.DocumentSplitter.Section;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TokenSplitterTests {

  private static final String SENTENCES =
      String.join(
          " ",
          IntStream.range(0, 200).mapToObj(i -> "Sentence number " + i + " is here.").toList());

  private static List<Section> split(String text, int tokens, int overlap) {
    return DocumentSplitter.byTokens(tokens, overlap).split(new SourceDocument("a", text));
  }

  private static int tokens(String text) {
    return TokenCounters.count(text, "cl100k_base");
  }

  @Test
  void fillsPassagesWithWholeSentences() {
    List<Section> sections = split("# Title\n" + SENTENCES, 100, 0);
    assertThat(sections).hasSizeGreaterThan(10);
    for (Section section : sections.subList(0, sections.size() - 1)) {
      assertThat(section.text()).startsWith("Sentence").endsWith("here.");
      assertThat(tokens("Title\n\n" + section.text())).isBetween(50, 100);
    }
    assertThat(String.join(" ", sections.stream().map(Section::text).toList()))
        .isEqualTo(SENTENCES);
  }

  @Test
  void repeatsTheLastSentencesBelowTheSameHeading() {
    List<Section> sections = split("# A\n" + SENTENCES + "\n\n# B\nOther.", 100, 30);
    for (int i = 1; i < sections.size() - 1; i++) {
      String[] parts = sections.get(i).text().split("\n\n", 2);
      assertThat(parts).hasSize(2);
      assertThat(parts[0]).startsWith("Sentence").endsWith("here.");
      assertThat(tokens(parts[0])).isLessThanOrEqualTo(30).isGreaterThan(10);
      assertThat(sections.get(i - 1).text()).endsWith(parts[0]);
      assertThat(tokens("A\n\n" + sections.get(i).text())).isLessThanOrEqualTo(100);
    }
    assertThat(sections.getLast().text()).isEqualTo("Other.");
  }

  @Test
  void repeatsWholeParagraphsThatFit() {
    String paragraphs =
        String.join(
            "\n\n",
            IntStream.range(0, 40).mapToObj(i -> "Paragraph number " + i + " is here.").toList());
    List<Section> sections = split(paragraphs, 60, 20);
    for (int i = 1; i < sections.size(); i++) {
      String before = sections.get(i - 1).text();
      String last = before.substring(before.lastIndexOf("\n\n") + 2);
      assertThat(sections.get(i).text()).startsWith(last + "\n\n");
    }
  }

  @Test
  void keepsCodeAndTablesWholeAndRepeatsNoneOfThem() {
    String code = "```java\n" + "int a = 1;\n".repeat(30) + "```";
    String table = "| a | b |\n|---|---|\n" + "| one | two |\n".repeat(30).strip();
    String text = "Intro.\n\n" + code + "\n\n" + table + "\n\nOutro.";
    assertThat(split(text, 100, 20))
        .extracting(Section::text)
        .containsExactly("Intro.", code, table, "Outro.");
    List<Section> divided =
        DocumentSplitter.byTokens(64, 0, 80, "o200k_base").split(new SourceDocument("a", text));
    assertThat(divided)
        .filteredOn(section -> section.text().contains("int a"))
        .hasSizeGreaterThan(1)
        .allMatch(section -> section.text().startsWith("```java\nint a"))
        .allMatch(section -> section.text().endsWith(";\n```"))
        .allMatch(section -> tokens(section.text()) <= 80);
    assertThat(divided)
        .filteredOn(section -> section.text().contains("one"))
        .hasSizeGreaterThan(1)
        .allMatch(section -> section.text().startsWith("| a | b |\n|---|---|\n| one"))
        .allMatch(section -> tokens(section.text()) <= 80);
  }

  @Test
  void countsTheHeadingsUpToHalf() {
    String heading = "word ".repeat(39).strip();
    String text = "# " + heading + "\n## " + heading + "\n### " + heading + "\n" + SENTENCES;
    assertThat(split(text, 64, 8))
        .hasSizeGreaterThan(20)
        .allMatch(section -> tokens(section.text()) <= 33);
  }

  static List<String> hostile() {
    return hostile(60_000);
  }

  static List<String> longHostile() {
    return hostile(300_000);
  }

  private static List<String> hostile(int n) {
    return List.of(
        "x".repeat(n),
        " ".repeat(n) + "x",
        "\uD83E\uDD8A".repeat(n / 2),
        "a b ".repeat(n / 4),
        "```\n" + "y".repeat(n) + "\n```",
        "|a|\n|-|\n|" + "z".repeat(n) + "|",
        "漢字".repeat(n / 10),
        "\u0301".repeat(n / 10),
        "#".repeat(n),
        "0".repeat(n));
  }

  @ParameterizedTest
  @MethodSource("longHostile")
  @Tag("slow")
  void readsLongHostileTextsInTime(String text) {
    readsHostileTextsInTime(text);
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void readsHostileTextsInTime(String text) {
    List<Section> sections = assertTimeout(Duration.ofSeconds(20), () -> split(text, 100, 20));
    assertThat(sections).isNotEmpty().allMatch(s -> tokens(s.text()) <= 310);
    assertThat(sections)
        .allMatch(s -> !Character.isHighSurrogate(s.text().charAt(s.text().length() - 1)))
        .allMatch(s -> !Character.isLowSurrogate(s.text().charAt(0)));
  }

  @Test
  void refusesSizesThatMakeNoSense() {
    for (List<Integer> bad :
        List.of(
            List.of(31, 0, 100),
            List.of(100, 51, 300),
            List.of(100, -1, 300),
            List.of(100, 0, 99))) {
      assertThatThrownBy(
              () -> DocumentSplitter.byTokens(bad.get(0), bad.get(1), bad.get(2), "cl100k_base"))
          .isInstanceOf(AdkException.class);
    }
    assertThatThrownBy(() -> DocumentSplitter.byTokens(100, 0, 300, "nope"))
        .hasMessageContaining("nope");
  }
}

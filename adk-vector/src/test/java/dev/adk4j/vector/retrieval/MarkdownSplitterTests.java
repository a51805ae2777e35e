package dev.adk4j.vector.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.adk4j.vector.retrieval.DocumentSplitter.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownSplitterTests {

  private static List<String> texts(String markdown) {
    return MarkdownSplitter.split(markdown).stream().map(Section::text).toList();
  }

  @Test
  void splitsByHeadingsWithTheirPath() {
    List<Section> sections =
        MarkdownSplitter.split(
            """
            Before all.

            # Shop
            We sell lamps.

            ## Returns `RET-1`
            Within 30 days.

            ### Abroad ###
            Ask us.

            Opening hours
            -------------
            Nine to five.

            Jobs
            ====
            None.
            """);
    assertThat(sections)
        .containsExactly(
            new Section(List.of(), "", "Before all."),
            new Section(List.of("Shop"), "shop", "We sell lamps."),
            new Section(List.of("Shop", "Returns RET-1"), "returns-ret-1", "Within 30 days."),
            new Section(List.of("Shop", "Returns RET-1", "Abroad"), "abroad", "Ask us."),
            new Section(List.of("Shop", "Opening hours"), "opening-hours", "Nine to five."),
            new Section(List.of("Jobs"), "jobs", "None."));
  }

  @Test
  void numbersAnchorsOfEqualHeadings() {
    assertThat(MarkdownSplitter.split("# A\nx\n# A\ny\n# A\nz"))
        .extracting(Section::anchor)
        .containsExactly("a", "a-1", "a-2");
  }

  @Test
  void leavesOutFrontMatterAndComments() {
    assertThat(
            MarkdownSplitter.split(
                """
                ---
                title: "The shop"
                secret: yes
                ---
                <!-- nobody
                sees this -->
                Text --> stays.
                ## Part
                <!-- this ends --> as text
                """))
        .containsExactly(
            new Section(List.of("The shop"), "the-shop", "Text --> stays."),
            new Section(List.of("The shop", "Part"), "part", "<!-- this ends --> as text"));
  }

  @Test
  void aHeadingReplacesTheTitleOfTheFrontMatter() {
    assertThat(MarkdownSplitter.split("---\ntitle: Meta\n---\n# Own\ntext"))
        .containsExactly(new Section(List.of("Own"), "own", "text"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "---\ntitle: never closed",
        "<!-- never closed",
        "####### seven",
        "#nothing",
        "|a|b|"
      })
  void whatIsNoMarkIsText(String markdown) {
    assertThat(texts(markdown + "\nbody")).containsExactly(markdown + "\nbody");
  }

  @Test
  void findsAHeadingWithNothingBelowIt() {
    assertThat(MarkdownSplitter.split("# A\n## Call 4711\n## C\ntext"))
        .containsExactly(
            new Section(List.of("A", "Call 4711"), "call-4711", "Call 4711"),
            new Section(List.of("A", "C"), "c", "text"));
  }

  @Test
  void takesNoHeadingFromCode() {
    assertThat(texts("# A\n~~~sh\n# not a heading\n```\n<!-- x -->\n~~~\n# B\ntext"))
        .containsExactly("~~~sh\n# not a heading\n```\n<!-- x -->\n~~~", "text");
  }

  @Test
  void closesAFenceThatIsOpenAtTheEnd() {
    assertThat(texts("```java\nint a;")).containsExactly("```java\nint a;\n```");
  }

  @Test
  void keepsCodeAndTablesWholeBeyondTheUsualLength() {
    String code = "```\n" + "int a = 1;\n".repeat(200) + "```";
    String table = "| a | b |\n|---|---|\n" + "| one | two |\n".repeat(200).strip();
    assertThat(code.length())
        .isBetween(PassageSize.CHARACTERS.usual(), PassageSize.CHARACTERS.longest());
    assertThat(texts("Intro.\n\n" + code + "\n\n" + table + "\n\nOutro."))
        .containsExactly("Intro.", code, table, "Outro.");
  }

  @Test
  void repeatsTheFirstLinesOfWhatIsTooLong() {
    List<String> code = texts("```java\n" + "int a = 1;\n".repeat(900) + "```");
    assertThat(code).hasSizeGreaterThan(2).allMatch(t -> t.startsWith("```java\nint a"));
    assertThat(code).allMatch(t -> t.endsWith(";\n```"));
    List<String> table = texts("| a | b |\n|---|---|\n" + "| one | two |\n".repeat(900));
    assertThat(table)
        .hasSizeGreaterThan(2)
        .allMatch(t -> t.startsWith("| a | b |\n|---|---|\n| one"));
  }

  @Test
  void cutsLongTextBehindSentencesAndElseWords() {
    List<String> sentences = texts("One two three four five. ".repeat(200));
    assertThat(sentences).hasSizeGreaterThan(3).allMatch(t -> t.endsWith("five."));
    List<String> words = texts("word ".repeat(1_000));
    assertThat(words).hasSizeGreaterThan(3).allMatch(t -> t.endsWith("word"));
    List<String> pairs = texts("\uD83E\uDD8A".repeat(2_000));
    assertThat(String.join("", pairs)).isEqualTo("\uD83E\uDD8A".repeat(2_000));
    assertThat(pairs).allMatch(t -> !Character.isHighSurrogate(t.charAt(t.length() - 1)));
  }

  @Test
  void joinsShortParagraphs() {
    assertThat(texts("a\n\n---\n\nb\nc\n\n- d\n\n    e"))
        .containsExactly("a\n\nb\nc\n\n- d\n\n    e");
  }

  static Stream<String> slow() {
    int n = 100_000;
    return Stream.of(
        "<!--\n".repeat(n),
        "<!--\n".repeat(n) + "--> x",
        "#".repeat(n),
        ("# a" + " ".repeat(180) + "\n").repeat(n / 100),
        "`".repeat(n),
        "```\n".repeat(n),
        "|-\n".repeat(n),
        "a|b\n-|-\n".repeat(n / 2),
        "---\n".repeat(n),
        " ".repeat(n) + "x",
        "x".repeat(n * 5),
        ">".repeat(n));
  }

  @ParameterizedTest
  @MethodSource("slow")
  void readsHostileTextsInTime(String markdown) {
    List<Section> sections =
        assertTimeout(Duration.ofSeconds(5), () -> MarkdownSplitter.split(markdown));
    assertThat(sections).allMatch(s -> s.text().length() <= PassageSize.CHARACTERS.longest());
  }

  static IntStream seeds() {
    return IntStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void losesNoWordAndKeepsBoundsOrderAndFences(int seed) {
    Random random = new Random(seed);
    List<String> words = new ArrayList<>();
    String markdown = markdown(random, words);
    List<Section> sections = MarkdownSplitter.split(markdown);
    List<String> found = new ArrayList<>();
    List<String> path = List.of();
    for (Section section : sections) {
      assertThat(section.text())
          .isNotBlank()
          .hasSizeLessThanOrEqualTo(PassageSize.CHARACTERS.longest());
      assertThat(section.text().lines().filter(l -> l.startsWith("```")).count() % 2).isZero();
      if (!section.titlePath().equals(path)) {
        path = section.titlePath();
        found.addAll(numbered(path.getLast()));
      }
      if (!section.text().equals(path.isEmpty() ? "" : path.getLast())) {
        found.addAll(numbered(section.text()));
      }
    }
    assertThat(found).containsSubsequence(words.stream().filter(w -> !w.startsWith("h")).toList());
    assertThat(String.join(" ", sections.stream().map(s -> s.titlePath() + s.text()).toList()))
        .contains(words);
  }

  private static List<String> numbered(String text) {
    return Stream.of(text.split("[^a-z0-9]+")).filter(w -> w.matches("[a-z]\\d+x")).toList();
  }

  private static String markdown(Random random, List<String> words) {
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "" : "---\na: b\n---\n");
    text.append(word('p', words)).append("\n\n");
    int blocks = 1 + random.nextInt(30);
    for (int i = 0; i < blocks; i++) {
      int size = random.nextInt(4) == 0 ? 1 + random.nextInt(900) : 1 + random.nextInt(9);
      switch (random.nextInt(6)) {
        case 0, 1 ->
            text.append("#".repeat(1 + random.nextInt(6))).append(' ').append(word('h', words));
        case 2 -> {
          text.append("```sh\n");
          IntStream.range(0, size)
              .forEach(n -> text.append("# ").append(word('c', words)).append('\n'));
          text.append("```");
        }
        case 3 -> {
          text.append("|a|b|\n|-|-|");
          IntStream.range(0, size)
              .forEach(n -> text.append("\n|").append(word('t', words)).append("|-|"));
        }
        case 4 -> text.append("<!-- comment -->");
        default ->
            IntStream.range(0, size)
                .forEach(n -> text.append(word('p', words)).append(n % 7 == 6 ? ".\n" : " "));
      }
      text.append(random.nextInt(9) == 0 ? "\r\n\r\n" : "\n\n");
    }
    return text.toString();
  }

  private static String word(char kind, List<String> words) {
    words.add(kind + "" + words.size() + "x");
    return words.getLast();
  }
}

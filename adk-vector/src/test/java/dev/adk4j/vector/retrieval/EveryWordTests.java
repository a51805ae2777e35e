package dev.adk4j.vector.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.TrustTier;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each word of a document is in a passage, whatever its author meant by the marks around it. */
class EveryWordTests {

  /** Beginnings of lines that mean something to somebody. */
  private static final String[] LINES = {
    "",
    "",
    "",
    "---",
    "...",
    "----",
    "***",
    "===",
    "- ",
    "* ",
    "1. ",
    "> ",
    "    ",
    "\t",
    "# ",
    "## ",
    "###### ",
    "#",
    "```",
    "```java ",
    "~~~~ ",
    "| a | ",
    "|-|-|",
    "--|--",
    "-->",
    "<div>",
    "<p ",
    "</p>",
    "<script> ",
    "<![CDATA[ ",
    "<!DOCTYPE ",
    "<? ",
    "<pre>",
    "{{ ",
    "%%",
    "From: ",
    "title: ",
    "\"a\": ",
    "key:",
    "[^1]: ",
    "[x]: ",
    ": ",
    "\\",
    "@@ ",
    "+++ ",
    "=== "
  };

  private static final String[] BETWEEN = {
    " ", " ", " ", "  ", "\t", ", ", ". ", " - ", " | ", "|", "*", " **", "** ", "`", " _", "\\*",
    "&nbsp;", "<br>", " --> ", "\u2028", "\u00a0", "\u3002", ": ", " # ", "#", "\f"
  };

  private static final String[] ENDS = {"\n", "\n", "\n", "\r\n", "\r", "\n\n", " ##\n", "\n \n"};

  static IntStream some() {
    return IntStream.range(0, 60);
  }

  static IntStream more() {
    return IntStream.range(60, 400);
  }

  @ParameterizedTest
  @MethodSource("some")
  void ofAnOddDocumentIsInAPassage(int seed) {
    assertFoundInAnOddDocument(seed);
  }

  @Nested
  @Tag("slow")
  class OfMoreDocuments {

    @ParameterizedTest
    @MethodSource("dev.adk4j.vector.retrieval.EveryWordTests#more")
    void isInAPassage(int seed) {
      assertFoundInAnOddDocument(seed);
    }
  }

  private static void assertFoundInAnOddDocument(int seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    Set<String> words = new TreeSet<>();
    if (random.nextInt(3) == 0) {
      // two rules with prose between them, which is no front matter
      text.append("---\nSome prose ").append(word(words)).append('\n');
    }
    for (int line = random.nextInt(60); line >= 0; line--) {
      text.append(one(random, LINES));
      for (int i = random.nextInt(random.nextInt(8) == 0 ? 200 : 8); i > 0; i--) {
        text.append(word(words)).append(i % 3 == 0 ? " " : one(random, BETWEEN));
      }
      text.append(one(random, ENDS));
    }

    assertFound(text.toString(), words);
  }

  private static String one(Random random, String[] of) {
    return of[random.nextInt(of.length)];
  }

  private static String word(Set<String> words) {
    String word = "w" + words.size() + "x";
    words.add(word);
    return word;
  }

  /** What strangers write, in our words: what looks like front matter or a comment, and is not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "---\nWelcome to the shop\n---\nWe sell lamps.",
        "---\n\nMinutes of the meeting\n\n---\nAnn: yes.",
        "---\n# Opening hours\n---\nNine to five.",
        "---\nOn Monday Ann wrote: bring lamps\nBob did.\n---\nThanks.",
        "---\nNote: closed today\nCome back tomorrow\n...\nAnn",
        "---\nWhat is new: two things\n---\nLamps and chairs.",
        "---\n- first\n- second\n---\nthird",
        "---\nhttp://example.org/lamps\n---\nA link.",
        "---\r\n12:30 lunch\r\n---\r\nMenu",
        "---\n{\"json\": true}\n---\nText",
        "\uFEFF---\nBom first\n---\nrest",
        "<!-- a --> seen words <!-- b -->",
        "<!-- a -->seen-->",
        "<!--> seen -->",
        "<html><body>\n<!-- nav --><p>Seen text</p><!-- end -->\n</body></html>",
        "<!-- open\nstill --> seen -->",
        "# 2*3 and a`b and snake_case\nbody",
        "## *one* **two** `three` four*\nbody",
        "a*b\n---\nbody",
        "# C#\n## F# #\nsharp",
        "+++\ntitle words\n+++\nToml",
        "---\n# only a comment\n---\nShop",
        "---\n\u00a0\n---\nafter a blank",
        "---\n| a | b |\n---\nrows",
        "<!-- a -- b -->between<!---->end",
        "<title>Lamps</title><style>p{color:red}</style>Shop",
        "Term\n: its meaning\n\n*[HTML]: words",
        "From ann\nSubject: lamps\n\n---\nold: text\n---\nnew text"
      })
  void ofAStrangersDocumentIsInAPassage(String text) {
    Set<String> words =
        Stream.of(text.replaceAll("<!--[^>]*?-->", " ").split("[^\\p{L}\\p{N}]+"))
            .filter(word -> !word.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new));

    assertFound(text, words);
  }

  /** Texts of long words and of none, which are divided somewhere. */
  static Stream<String> longTexts() {
    return Stream.of(
        "x ".repeat(300) + "q".repeat(700) + " end",
        "a b\n" + "y".repeat(1_190) + " z",
        "w".repeat(1_100) + " c " + "d".repeat(1_150),
        "one two https://example.org/" + "p".repeat(1_000));
  }

  @ParameterizedTest
  @MethodSource("longTexts")
  void ofALongTextIsWhole(String text) {
    Set<String> words = words(Stream.of(text));
    assertThat(words(MarkdownSplitter.split(text).stream().map(DocumentSplitter.Section::text)))
        .containsAll(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"e\u0301", "👨‍👩‍👧‍👦", "🇩🇪", "น้ำ", "👍🏽", "x\u0300\u0301"})
  void aCharacterIsNotDivided(String character) {
    for (int before = 0; before < 12; before++) {
      String text = "a".repeat(before) + character.repeat(1_500);
      assertThat(MarkdownSplitter.split(text))
          .extracting(DocumentSplitter.Section::text)
          .allMatch(part -> part.replaceFirst("a*", "").replace(character, "").isEmpty());
    }
  }

  private static void assertFound(String text, Set<String> words) {
    SourceDocument document = new SourceDocument("odd.md", text);
    List<Passage> passages =
        new ArrayList<>(DocumentIndex.of(List.of(document), TrustTier.FIRST_PARTY).passages());
    assertThat(words(passages.stream().map(Passage::document)))
        .as("by characters of %s", text)
        .containsAll(words);
    assertThat(
            words(
                DocumentSplitter.byTokens(96, 16).split(document).stream()
                    .map(section -> Passage.head(section.titlePath()) + section.text())))
        .as("by tokens of %s", text)
        .containsAll(words);
  }

  private static Set<String> words(Stream<String> texts) {
    return texts
        .flatMap(text -> Stream.of(text.split("[^\\p{L}\\p{N}]+")))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "title: Shop",
        "# a comment\ntitle: Shop\n\ntags:\n- a\n- b",
        "layout: page\ndescription: >\n  long\n  text\ndate: 2026-01-01",
        "\"quoted key\": x\n'other': y",
        "título: Tienda",
        "tags: [\n  a,\n]",
        ""
      })
  void ofFrontMatterIsNotText(String keys) {
    assertThat(MarkdownSplitter.split("---\n" + keys + "\n---\n# Own\nbody"))
        .containsExactly(new DocumentSplitter.Section(List.of("Own"), "own", "body"));
  }
}

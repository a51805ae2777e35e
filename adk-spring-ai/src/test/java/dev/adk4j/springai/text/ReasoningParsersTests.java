package dev.adk4j.springai.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReasoningParsersTests {

  private static final ReasoningParser THINK = ReasoningParsers.named("think_tag", true);
  private static final ReasoningParser AUTO = ReasoningParsers.named("auto", true);

  /** Whole texts, and broken ones of every kind. */
  static final List<String> TEXTS =
      List.of(
          "<think>Six times seven.</think>\n\nForty-two.",
          "  <think>\n a \n</think>\n\n\n\n b \n\n\n\n c \n",
          "No tag at all.\n\n\n\nUnchanged.  \n",
          "a<think>b</think>c<think>d</think>e",
          "a<thinking>b</thinking>c<think>d</think>e",
          "<think>a</thinking>b</think>c",
          "from the start</think>answer",
          "a</think>b</think>c",
          "<think>a</think>b</think>c",
          "<think>never closed, and < a tag </thin",
          "<think></think>nothing thought",
          "<think>a<think>b</think>c</think>d",
          "a <thin> b </ think> c < d <think",
          "in code: `<think>` and\n```\n</think>\n```",
          "x < y && y > z <<<think>>>",
          "<|channel|>analysis<|message|>Six.<|end|><|start|>assistant<|channel|>final<|message|>42<|return|>",
          "<|channel|>analysis<|message|>Six.<|channel|>final<|message|>42",
          "six<|end|><|start|>assistant<|channel|>final<|message|>42<|end|>",
          "<|channel>thought\nSix times.\n<channel|>42<end_of_turn>",
          "<s>42 is <|im_end|> in the middle<|im_end|>\n</s>",
          "<|im_end|>",
          "<think>hm</think><|im_start|>\n",
          "😀<think>😀</think>😀",
          "\n \n",
          "");

  static final List<String> NAMES =
      List.of("none", "think_tag", "harmony_analysis", "gemma_channel", "auto");

  @ParameterizedTest
  @FieldSource("TEXTS")
  void cutsMakeNoDifference(String text) {
    for (String name : NAMES) {
      for (boolean loneClosers : new boolean[] {true, false}) {
        for (boolean live : new boolean[] {true, false}) {
          ReasoningParser parser = ReasoningParsers.named(name, loneClosers);
          String whole = Heard.of(parser, live, pieces(text, text.length())).toString();
          for (int cut = 1; cut < text.length(); cut++) {
            assertThat(Heard.of(parser, live, text.substring(0, cut), text.substring(cut)))
                .as("%s, cut at %d", name, cut)
                .hasToString(whole);
          }
          assertThat(Heard.of(parser, live, pieces(text, 1))).hasToString(whole);
          assertThat(Heard.of(parser, live, pieces(text, 3))).hasToString(whole);
        }
      }
    }
  }

  @Test
  void cutsMakeNoDifferenceToRandomTags() {
    Random random = new Random(7);
    String[] parts = {
      "<think>",
      "</think>",
      "<thinking>",
      "</thinking>",
      "<|end|>",
      "<",
      ">",
      "/",
      "a",
      " ",
      "\n",
      "\n\n\n",
      "<|channel|>analysis<|message|>",
      "<|channel|>final<|message|>",
      "<|start|>assistant",
      "<|channel>thought",
      "<channel|>",
      "<|im_end|>",
      "</s>",
      "think",
      "|"
    };
    for (int i = 0; i < 4000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(12); n >= 0; n--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      ReasoningParser parser =
          ReasoningParsers.named(NAMES.get(random.nextInt(NAMES.size())), random.nextBoolean());
      boolean live = random.nextBoolean();
      String whole = Heard.of(parser, live, text.toString()).toString();
      assertThat(Heard.of(parser, live, pieces(text.toString(), 1 + random.nextInt(9))))
          .as("%s %s %s", parser, live, text)
          .hasToString(whole);
    }
  }

  @ParameterizedTest
  @FieldSource("TEXTS")
  void losesAndDoublesNothingButTagsAndBlanks(String text) {
    for (boolean live : new boolean[] {true, false}) {
      Heard heard = Heard.of(THINK, live, pieces(text, 2));
      StringBuilder all = new StringBuilder();
      heard.deltas.forEach(d -> all.append(d));
      assertThat(letters(all.toString())).isEqualTo(letters(withoutTags(text)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "<think>a</think>b # [a] # b",
        "<thinking>a</thinking>b # [a] # b",
        "<think>a</think>b<think>c</think>d # [a, c] # bd",
        "a</think>b # [a] # b",
        "a</think>b</think>c # [a, b] # c",
        "<think>a</think>b</think>c # [a, b] # c",
        "a<think>b # [b] # a",
        "<think>a<think>b</think>c # [a<think>b] # c",
        "<think>a</thinking>b</think>c # [a</thinking>b] # c",
        "<think>  </think>b # [] # b",
        "<thought>a</thought>b # [] # <thought>a</thought>b"
      })
  void readsAWholeTextAsTheTagsSay(String text, String traces, String answer) {
    Heard heard = Heard.of(THINK, false, text);

    assertThat(heard.traces()).hasToString(traces);
    assertThat(heard.text).hasToString(answer);
  }

  @Test
  void tidiesTextOnlyIfSomethingWasRemoved() {
    Heard cut = Heard.of(THINK, false, "<think>\n a\n\n\n\nb \n</think>\n\nc\n\n\n\nd \n");
    assertThat(cut.traces()).containsExactly("a\n\n\n\nb");
    assertThat(cut.text).hasToString("c\n\nd");

    assertThat(Heard.of(THINK, false, " c\n\n\n\nd \n").text).hasToString(" c\n\n\n\nd \n");
  }

  @Test
  void showsReasoningAndAnswerAsTheyCome() {
    Heard heard =
        Heard.of(THINK, true, "<th", "ink>Six ", "times", "</thi", "nk>", "For", "ty", ".");

    assertThat(heard.deltas).containsExactly("(Six)", "( times)", "For", "ty", ".");
  }

  @Test
  void holdsBackPossibleReasoningWithoutAnOpener() {
    Heard heard = new Heard();
    ReasoningSplitter splitter = THINK.begin(heard, true);

    splitter.add("Six times seven");
    assertThat(heard.deltas).isEmpty();
    splitter.add("</think>Forty");
    assertThat(heard).hasToString("[Six times seven] Forty");
    splitter.add("-two</think>.");
    splitter.end();

    assertThat(heard).hasToString("[Six times seven] Forty-two.");
  }

  @Test
  void showsTheAnswerImmediatelyWithoutLoneClosers() {
    Heard heard = new Heard();
    ReasoningSplitter splitter = ReasoningParsers.named("think_tag", false).begin(heard, true);

    splitter.add("Forty");
    assertThat(heard.deltas).containsExactly("Forty");
    splitter.add("-two</think>.");
    splitter.end();

    assertThat(heard.text).hasToString("Forty-two</think>.");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsHarmonysChannels(boolean live) {
    Heard heard =
        Heard.of(
            ReasoningParsers.named("harmony_analysis", true),
            live,
            "<|channel|>analysis<|message|>Six.<|end|><|start|>assistant",
            "<|channel|>final<|message|>42<|return|>");

    assertThat(heard).hasToString("[Six.] 42");
    assertThat(
            Heard.of(
                ReasoningParsers.named("harmony_analysis", true),
                live,
                "<|channel|>analysis<|message|>Six.<|channel|>final<|message|>42<|end|>"))
        .hasToString("[Six.] 42");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsGemmasThoughtChannel(boolean live) {
    assertThat(
            Heard.of(
                ReasoningParsers.named("gemma_channel", true),
                live,
                "<|channel>thought\nSix.\n<channel|>42"))
        .hasToString("[Six.] 42");
  }

  @Test
  void usesTheFirstMatchingParser() {
    String both = "<|channel|>analysis<|message|>a<|end|>b<think>c</think>d";

    assertThat(Heard.of(AUTO, false, both))
        .hasToString("[c] <|channel|>analysis<|message|>a<|end|>bd");
    assertThat(Heard.of(AUTO, true, both)).hasToString("[a] b<think>c</think>d");
    assertThat(Heard.of(AUTO, false, "<|channel>thought\na<channel|>b")).hasToString("[a] b");
    assertThat(Heard.of(AUTO, false, " no tag\n")).hasToString("[]  no tag\n");
  }

  @Test
  void dropsLeakedTokensAtTheEdgesOnly() {
    assertThat(Heard.of(THINK, true, "<s>Say <|im_end|> to end.<|im_end|>\n").text)
        .hasToString("Say <|im_end|> to end.\n");
  }

  @Test
  void takesTagsOfOnesOwn() {
    ReasoningParser own = ReasoningParsers.tags("[[", "]]", true);

    assertThat(Heard.of(own, true, "[", "[a]", "]b[c]")).hasToString("[a] b[c]");
    assertThatThrownBy(() -> ReasoningParsers.tags("#", "#", true))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesThoseThereAre() {
    assertThat(ReasoningParsers.named("think-tag", true)).hasToString("think_tag");
    assertThatThrownBy(() -> ReasoningParsers.named("thinking", true))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("'thinking'")
        .hasMessageContaining("none, auto, think_tag, harmony_analysis, gemma_channel");
  }

  @Test
  @Timeout(30)
  void takesTimeInProportionToTheText() {
    String nasty = "</think><think><".repeat(20_000);

    assertThat(Heard.of(AUTO, false, nasty).traces()).isNotEmpty();
    assertThat(Heard.of(THINK, true, pieces(nasty, 7)).traces()).isNotEmpty();
  }

  private static String withoutTags(String text) {
    String left = text;
    for (String token : new String[] {"<s>", "<|im_start|>"}) {
      left =
          left.startsWith(token) || left.strip().endsWith(token) ? left.replace(token, "") : left;
    }
    for (String token : new String[] {"</s>", "<|im_end|>", "<end_of_turn>"}) {
      String end = left.strip();
      left = end.endsWith(token) ? end.substring(0, end.length() - token.length()) : left;
    }
    return left.replaceAll("</?think(ing)?>", "");
  }

  private static String letters(String text) {
    return text.replaceAll("\\s|[()]", "").replaceAll("</?think(ing)?>", "");
  }

  private static String[] pieces(String text, int size) {
    List<String> pieces = new ArrayList<>();
    for (int at = 0; at < text.length(); at += size) {
      pieces.add(text.substring(at, Math.min(text.length(), at + size)));
    }
    return pieces.toArray(String[]::new);
  }
}

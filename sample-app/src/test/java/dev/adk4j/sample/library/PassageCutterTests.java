package dev.adk4j.sample.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PassageCutterTests {

  private static List<Passage> cut(String text) {
    return PassageCutter.cut(new Document("docs/page.md", "Page", text));
  }

  @Test
  void aPassageStandsUnderItsHeadings() {
    List<Passage> passages =
        cut("# Page\n\nIntro.\n\n## The `adk_x` part\n\nOne.\n\nTwo.\n\n# Next\n\nEnd.\n");
    assertThat(passages)
        .extracting(Passage::heading)
        .containsExactly("Page", "Page › The adk_x part", "Next");
    assertThat(passages.get(1).text()).isEqualTo("One.\n\nTwo.");
    assertThat(passages.get(1).source()).isEqualTo("docs/page.md#the-adk_x-part");
  }

  @Test
  void aHashInsideFencedCodeIsNoHeading() {
    assertThat(cut("# A\n\n```sh\n# comment\n\nrun\n```\n")).hasSize(1);
  }

  @Test
  void aLongTableIsCutBetweenRowsUnderItsHead() {
    String head = "| Code | Meaning |\n| --- | --- |\n";
    String rows = "| E_SOMETHING | what it means, at some length, so that the table is long |\n";
    List<Passage> passages = cut("# T\n\n" + head + rows.repeat(40));
    assertThat(passages)
        .hasSizeGreaterThan(2)
        .allSatisfy(p -> assertThat(p.text()).startsWith(head.strip()).hasSizeLessThan(1_000));
    assertThat(passages.stream().flatMap(p -> p.text().lines()).filter(l -> l.contains("E_")))
        .hasSize(40);
  }

  @Test
  void leavesGeneratedTextOut() {
    assertThat(
            cut(
                "# A\n\nBefore.\n\n<!-- transcript: x -->\n\nnoise\n\n<!-- /transcript -->\n\nAfter.\n"))
        .extracting(Passage::text)
        .containsExactly("Before.\n\nAfter.");
  }
}

package dev.adk4j.sample.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ExcerptTests {

  @Test
  void takesThreeSentencesFromTheParagraphThatAnswers() {
    String passage = "Apples are red.\n\nPears are green. They are soft. Eat them soon. Or later.";
    assertThat(excerpt(passage, "pears"))
        .isEqualTo("Pears are green. They are soft. Eat them soon.");
  }

  @Test
  void makesASentenceOfTheRowThatAnswers() {
    String passage =
        "| Code | Meaning | Do |\n| --- | --- | --- |\n| `A` | one | x |\n| `B` | two | y |";
    assertThat(excerpt(passage, "two")).isEqualTo("`B`: two; Do: y");
  }

  @Test
  void keepsACommandWithTheSentenceAfterIt() {
    String passage = "Intro.\n\n```sh\nmvn run\n```\n\nstarts the server.";
    assertThat(excerpt(passage, "server")).isEqualTo("```sh\nmvn run\n```\n\nstarts the server.");
  }

  @Test
  void linksLeadToPagesFromTheRootAndImagesAreLeftOut() {
    String passage = "See [other](../other.md#part), [web](https://example.org). ![picture](x.png)";
    assertThat(excerpt(passage, "other")).isEqualTo("See [other](docs/other.md#part), web.");
  }

  @Test
  void saysWhatThePageIsForOnlyWhereThereIsNothingElse() {
    assertThat(excerpt("After this page you can fly.", "fly"))
        .isEqualTo("After this page you can fly.");
    assertThat(excerpt("After this page you can fly.\n\nFlap your arms.", "fly"))
        .isEqualTo("Flap your arms.");
  }

  private static String excerpt(String passage, String word) {
    return Excerpt.of(passage, "docs/guides/page.md", Set.of(word));
  }
}

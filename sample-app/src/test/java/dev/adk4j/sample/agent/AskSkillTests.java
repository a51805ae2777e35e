package dev.adk4j.sample.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskSkillTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "See [other](../other.md#part). | See [other](docs/other.md#part).",
        "See [below](#part). | See below.",
        "See [web](https://example.org). | See web.",
        "See [code](../../src/Main.java). | See code.",
        "Look: ![picture](x.png) | Look:"
      })
  void linksLeadToPagesFromTheRootAndImagesAreLeftOut(String text, String answer) {
    assertThat(AskSkill.linked(text, "docs/guides/page.md")).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.9,0.71 | answer 0",
        "0.9,0.73 | answer 0,answer 1",
        "0.9,0.8,0.75,0.74 | answer 0,answer 1,answer 2",
        "0.5,0.39 | answer 0",
        "0.29 | "
      })
  void quotesAllAnswersThatAreAboutAsNear(String scores, String quoted) throws Exception {
    List<Retrievable> found = new ArrayList<>();
    for (String score : scores.strip().split(",")) {
      found.add(answer(found.size(), Double.parseDouble(score)));
    }
    String text = new AskSkill("how do I do it").reply(found).text();
    List<String> there =
        Pattern.compile("answer \\d").matcher(text).results().map(MatchResult::group).toList();
    assertThat(there).isEqualTo(quoted == null ? List.of() : List.of(quoted.strip().split(",")));
    assertThat(text.startsWith("answer 0")).isEqualTo(scores.startsWith("0.9,0.71"));
  }

  private static Retrievable answer(int number, double score) {
    return Retrievable.builder()
        .id("q" + number)
        .createdAt(Instant.EPOCH)
        .updatedAt(Instant.EPOCH)
        .content("answer " + number)
        .trustTier(TrustTier.FIRST_PARTY)
        .source("docs/how-do-i/page.md#q" + number)
        .kind("Answers › Question " + number)
        .score(score)
        .build();
  }
}

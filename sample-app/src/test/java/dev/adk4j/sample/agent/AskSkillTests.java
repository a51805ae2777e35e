package dev.adk4j.sample.agent;

import static org.assertj.core.api.Assertions.assertThat;

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
}

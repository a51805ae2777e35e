package dev.adk4j.vector.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.retrieval.Citations.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CitationsTests {

  private static final List<Passage> PASSAGES =
      List.of(
          Passage.of("a", "Within 30 days of delivery.", "a.md", TrustTier.FIRST_PARTY),
          Passage.of("b", "The shop pays the postage.", "b.md", TrustTier.FIRST_PARTY));

  private record Scripted(String expected, String answer) {}

  private static String checked(String answer, List<Passage> passages) {
    return Citations.check(answer, passages).references().stream()
        .map(reference -> reference.number() + reference.verdict().name().substring(0, 1))
        .collect(Collectors.joining(" "));
  }

  @Test
  void tellsRightFromWrongAndInventedMarksInAHundredAnswers() throws IOException {
    List<Passage> passages = new ArrayList<>();
    List<Scripted> answers = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(getClass().getResourceAsStream("cited-answers.txt"))) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (line.startsWith("P ") || line.startsWith("A ")) {
          String[] parts = line.substring(2).split("\\s*\\| ", 2);
          if (line.startsWith("P")) {
            String id = "p" + passages.size();
            passages.add(
                new Passage(
                    id, parts[1], List.of(parts[0]), "shop.md", "", null, TrustTier.FIRST_PARTY));
          } else {
            answers.add(new Scripted(parts[0].strip(), parts[1]));
          }
        }
      }
    }
    assertThat(answers).hasSize(100);
    assertThat(answers)
        .allSatisfy(
            scripted ->
                assertThat(checked(scripted.answer(), passages))
                    .as(scripted.answer())
                    .isEqualTo(scripted.expected()));
  }

  @Test
  void returnsThePassageAndThePlaceOfEachMark() {
    String answer = "It is 30 days [1]. The postage is paid [2, 9].";
    Citations citations = Citations.check(answer, PASSAGES);
    assertThat(citations.references())
        .extracting(Citations.Reference::passage)
        .containsExactly(PASSAGES.get(0), PASSAGES.get(1), null);
    Citations.Reference first = citations.references().getFirst();
    assertThat(answer.substring(first.start(), first.end())).isEqualTo("[1]");
    assertThat(citations.of(Verdict.INVENTED))
        .extracting(Citations.Reference::number)
        .containsExactly(9);
    assertThat(citations.allRight()).isFalse();
    assertThat(Citations.check("No marks.", PASSAGES).allRight()).isTrue();
    assertThat(first).hasToString("[1] RIGHT at 14");
  }

  @Test
  void aNumberThatThePassageDoesNotHaveIsWrong() {
    assertThat(checked("Within 60 days of delivery [1].", PASSAGES)).isEqualTo("1W");
    assertThat(checked("Within 30 days of delivery [1].", PASSAGES)).isEqualTo("1R");
  }

  @Test
  void comparesTheClaimWithATestOfTheCaller() {
    List<String> claims = new ArrayList<>();
    Citations.check(
        "First one. The second [1][2]! Third?\n- A fourth. [1]\n\n 日本語です。二つ目[2]。",
        PASSAGES,
        (claim, passage) -> claims.add(claim));
    assertThat(claims).containsExactly("The second", "The second", "- A fourth", "二つ目");
  }

  @Test
  void codeLinksAndHostileTextsAreNoMarks() {
    assertThat(
            checked("`[1]` ```\n[1]\n``` ~~~ [2] ~~~ [1](x) [a] [] [-1] [12345] [1.5]", PASSAGES))
        .isEmpty();
    assertThat(checked("``` never closed [1]", PASSAGES)).isEmpty();
    assertThat(Citations.check("[".repeat(100_000) + "1]", PASSAGES).references()).hasSize(1);
    assertThat(Citations.check("`".repeat(50_001) + " x [1]", PASSAGES).references()).isNotNull();
    assertThat(Citations.check("x [1] ".repeat(3_000), PASSAGES).references()).hasSize(3_000);
  }
}

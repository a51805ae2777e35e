package dev.adk4j.vector.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.internal.Words;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordRetrieverTests {

  private static Retriever over(String... texts) {
    List<SourceDocument> documents =
        java.util.stream.IntStream.range(0, texts.length)
            .mapToObj(i -> new SourceDocument("d" + i, texts[i]))
            .toList();
    return DocumentIndex.of(documents, TrustTier.FIRST_PARTY).byWords();
  }

  private static List<String> sources(Retriever retriever, String question, int limit)
      throws Exception {
    return retriever.retrieve(RetrievalQuery.of(question, limit)).stream()
        .map(Passage::source)
        .toList();
  }

  @Test
  void ranksRareWordsAboveCommonOnes() throws Exception {
    Retriever retriever =
        over("the lamp is green", "the the the the chair", "the warranty of the chair", "a table");
    assertThat(sources(retriever, "the warranty", 5)).containsExactly("d2", "d1", "d0");
  }

  @Test
  void ranksAHeadingAboveAMention() throws Exception {
    Retriever retriever =
        over(
            "Returns are mentioned here among other things of no use",
            "# Returns\nSend it to us within some days of no use");
    assertThat(sources(retriever, "returns", 5)).containsExactly("d1", "d0");
  }

  @Test
  void ranksAShortPassageAboveALongOneWithTheSameWord() throws Exception {
    assertThat(sources(over("lamp " + "filler ".repeat(100), "lamp filler", "x"), "lamp", 5))
        .containsExactly("d1", "d0");
  }

  @Test
  void moreOfOneWordCountsLessThanMoreWords() throws Exception {
    assertThat(sources(over("lamp lamp lamp lamp", "lamp oil x y", "z", "z"), "lamp oil", 5))
        .containsExactly("d1", "d0");
  }

  @Test
  void ignoresCaseAccentsAndForms() throws Exception {
    Retriever retriever = over("Die Straße zur RÜCKGABE", "ﬁle №5", "返品は三十日以内", "x");
    assertThat(sources(retriever, "strasse", 5)).containsExactly("d0");
    assertThat(sources(retriever, "rückgabe", 5)).containsExactly("d0");
    assertThat(sources(retriever, "FILE", 5)).containsExactly("d1");
    assertThat(sources(retriever, "返品", 5)).containsExactly("d2");
  }

  @Test
  void findsOtherFormsBehindTheWordItself() throws Exception {
    Retriever retriever = over("many lamps", "a lamp x", "lamplighter", "lam", "z");
    assertThat(sources(retriever, "lamp", 5)).containsExactly("d1", "d0");
    assertThat(sources(retriever, "lamps", 5)).containsExactly("d0", "d1");
    assertThat(sources(retriever, "lamppost", 5)).isEmpty();
    assertThat(sources(over("cats", "x"), "cat", 5)).isEmpty();
  }

  @Test
  void splitsNamesAtTheirMarks() {
    assertThat(Words.of("adk.retrieval.documents=x-1, l'été\u0301 ก็ 三 \uD83E\uDD8A"))
        .containsExactly("adk", "retrieval", "documents", "x", "1", "l", "ete", "ก", "็", "三");
  }

  @Test
  void scoresAreSharesOfTheBest() throws Exception {
    Retriever retriever = over("lamp oil", "lamp chair", "z", "z", "z");
    List<Passage> found = retriever.retrieve(RetrievalQuery.of("lamp oil unknown", 5));
    assertThat(found).hasSize(2);
    double best = found.getFirst().score();
    assertThat(best).isGreaterThan(found.get(1).score()).isLessThan(1);
    assertThat(retriever.retrieve(RetrievalQuery.of("oil", 1)).getFirst().score())
        .isCloseTo(0.45, within(0.1));
  }

  @Test
  void findsNothingForWordsThatAreNowhereAndForNone() throws Exception {
    assertThat(sources(over("a lamp"), "chair", 5)).isEmpty();
    assertThat(sources(over("a lamp"), " \n?", 5)).isEmpty();
    assertThat(sources(over(), "lamp", 5)).isEmpty();
  }

  @Test
  void returnsNoMoreThanTheLimitInAStableOrder() throws Exception {
    assertThat(sources(over("a b", "a b", "a b"), "a", 2)).containsExactly("d0", "d1");
  }
}

package dev.adk4j.benchmarks.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.retrieval.CollectionRetriever;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.RerankBudget;
import dev.adk4j.vector.retrieval.Reranker;
import dev.adk4j.vector.retrieval.Retriever;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The small form of {@code docs/reports/retrieval-quality.md}: the guides and their hard questions,
 * in memory. Floors are below what was measured, since the guides change; the order is not.
 */
@Tag("slow")
class GuideQuestionTests {

  private static final RerankBudget BUDGET = new RerankBudget(30, Duration.ofMinutes(2), 1_000_000);

  private static Guides guides;
  private static List<GuideQuestion> questions;
  private static CachedTokens tokens;
  private static Retriever hybrid;
  private static CollectionRetriever near;
  private static Quality both;

  @BeforeAll
  static void readTheGuides() throws Exception {
    guides = Guides.read(Path.of("../docs"));
    questions = GuideQuestion.read();
    tokens = new CachedTokens(new MiniLm());
    VectorDb db =
        VectorDb.builder(new InMemoryVectorBackend()).encoder(MiniLm.whole(tokens)).build();
    DocumentIndex index = DocumentIndex.of(guides.documents(), TrustTier.FIRST_PARTY);
    hybrid = index.hybrid(db, "guides", "english");
    near = CollectionRetriever.of(db, "guides", TrustTier.FIRST_PARTY);
    both = measured("hybrid", Searching.of(hybrid), guides.items(questions));
  }

  @Test
  void everySectionThatAnswersIsThere() {
    assertThat(questions)
        .flatExtracting(GuideQuestion::answers)
        .isSubsetOf(guides.sections().keySet());
  }

  @Test
  void aQuarterOfAHundredQuestionsGoesOn() {
    assertThat(questions).hasSize(100).doesNotHaveDuplicates();
    assertThat(questions)
        .filteredOn(question -> question.rewrite() != null)
        .hasSize(25)
        .allSatisfy(question -> assertThat(question.before()).hasSize(2));
  }

  @Test
  void bothHalvesFindMoreThanEach() throws Exception {
    List<Item> items = guides.items(questions);
    Quality vector = measured("vector", Searching.of(near), items);
    Quality words = measured("words", Searching.of(near.words()), items);

    assertThat(both.recall())
        .isGreaterThanOrEqualTo(0.5)
        .isGreaterThan(vector.recall())
        .isGreaterThan(words.recall());
    assertThat(both.gain()).isGreaterThan(words.gain());
    // a hundred questions do not tell smaller differences apart: that of two orders varies by 0.03
    assertThat(both.gain()).isGreaterThan(vector.gain() - 0.03);
  }

  @Test
  void lateInteractionOrdersBetter() throws Exception {
    Retriever ordered = hybrid.reranked(Reranker.lateInteraction(tokens), BUDGET);

    Quality reranked = measured("late interaction", Searching.of(ordered), guides.items(questions));

    assertThat(reranked.gain()).isGreaterThan(both.gain());
    assertThat(reranked.recall()).isGreaterThanOrEqualTo(0.6);
  }

  @Test
  void aRewrittenQuestionFindsMore() throws Exception {
    List<GuideQuestion> goOn =
        questions.stream().filter(question -> question.rewrite() != null).toList();
    FollowUps followUps = new FollowUps(goOn);

    Quality asked = measured("as asked", followUps.asAsked(hybrid), guides.items(goOn));
    Quality rewritten = measured("rewritten", followUps.rewritten(hybrid), guides.items(goOn));

    assertThat(rewritten.gain()).isGreaterThan(asked.gain());
    assertThat(rewritten.recall()).isGreaterThanOrEqualTo(0.85);
  }

  private static Quality measured(String name, Searching search, List<Item> items)
      throws Exception {
    Quality quality = Quality.of(search, items, 5);
    System.out.printf(
        Locale.ROOT,
        "guides, %s: recall@10 %.3f, nDCG@10 %.3f%n",
        name,
        quality.recall(),
        quality.gain());
    return quality;
  }
}

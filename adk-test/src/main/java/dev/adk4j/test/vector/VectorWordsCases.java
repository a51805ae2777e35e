package dev.adk4j.test.vector;

import static dev.adk4j.vector.VectorErrorCode.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.adk4j.vector.Explanation;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorQuery;
import dev.adk4j.vector.VectorRecord;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of searches by words, alone and combined with a search by vector. */
interface VectorWordsCases extends VectorFixture {

  String WORDS = "Words";

  /** Creates a new collection with full text; skips the test if the store does not support it. */
  private void create() {
    requires(VectorFeature.FULL_TEXT);
    db().schema().dropCollectionIfExists(WORDS);
    db().schema()
        .createCollection(
            WORDS,
            c -> {
              c.vector(dimensions()).fullText("english");
              c.string("tenant").index();
            });
  }

  private static Explanation.Rank there(Explanation.@Nullable Rank rank) {
    return Objects.requireNonNull(rank);
  }

  private VectorQuery words() {
    return db().collection(WORDS);
  }

  private VectorRecord text(String id, String tenant, String text, float... vector) {
    return VectorRecord.builder(id)
        .document(text)
        .vector(vector(vector))
        .metadata("tenant", tenant)
        .build();
  }

  @Test
  default void refusesMatchingWithoutFullText() {
    if (!has(VectorFeature.FULL_TEXT)) {
      refused(E_VECTOR_STORE_UNSUPPORTED_OPERATION, () -> ids(docs().matching("lamp")));
    }
  }

  @Test
  default void findsByAnyOfTheWordsAndRanksRareOnesHigher() {
    create();
    words()
        .upsert(
            text("a", "t", "The chair is green and has a seat", 1, 0),
            text("b", "t", "The lamp is green", 1, 0),
            text("c", "t", "The warranty of the lamps", 1, 0),
            text("d", "t", "Green tables", 1, 0),
            VectorRecord.builder("e").document("A green lamp without a vector").build());
    List<VectorMatch> found = words().matching("warranty lamp green").select("id").fetch();
    assertThat(ids(found)).startsWith("c").contains("a", "b", "d", "e").endsWith("a");
    assertThat(found.getFirst().score()).hasValue(1);
    assertThat(found.getFirst().explanation().orElseThrow().vector()).isNull();
    assertThat(ids(words().matching("submarine"))).isEmpty();
  }

  @Test
  default void fusesTheRanksOfBothHalves() {
    create();
    words()
        .upsert(
            text("vector", "t", "Nothing of that", 1, 0),
            text("both", "t", "A lamp and other things that are of no use", 1, 0.5f),
            text("words", "t", "Lamp", -1, 0),
            text("far", "t", "Nothing at all", -1, 0.1f));
    List<VectorMatch> found =
        words().nearVector(vector(1, 0)).matching("lamp").select("id", "document").fetch();
    assertThat(ids(found)).containsExactly("both", "words", "vector", "far");
    VectorMatch both = found.getFirst();
    Explanation why = both.explanation().orElseThrow();
    assertThat(there(why.vector()).rank()).isEqualTo(2);
    assertThat(there(why.words()).rank()).isEqualTo(2);
    assertThat(both.score().orElseThrow()).isCloseTo(61.0 / 62, within(1e-9));
    assertThat(both.document().orElseThrow()).startsWith("A lamp");
    assertThat(found.get(2).explanation().orElseThrow().words()).isNull();
    assertThat(there(found.get(2).explanation().orElseThrow().vector()).score())
        .isCloseTo(1, within(1e-6));
    assertThat(ids(words().nearVector(vector(1, 0)).matching("lamp").offset(1).limit(2)))
        .containsExactly("words", "vector");
  }

  @Test
  default void boundsBothHalvesByTheFilter() {
    create();
    words()
        .upsert(
            text("theirs", "other", "The lamp, lamp and lamp", 1, 0),
            text("mine", "me", "A green lamp", 0, 1),
            text("far", "me", "Chair", -1, 0));
    for (String text : List.of("lamp", "lamp -mine tenant:other ' or true --", "LAMP \"lamp\"")) {
      assertThat(ids(words().matching(text).where("tenant", "me"))).containsExactly("mine");
      assertThat(
              ids(
                  words()
                      .nearVector(vector(1, 0))
                      .matching(text)
                      .whereFilter(VectorFilter.eq("tenant", "me"))))
          .containsExactly("mine", "far");
    }
    assertThat(ids(words().nearVector(vector(1, 0)).matching("lamp").where("tenant", "nobody")))
        .isEmpty();
  }

  @Test
  default void searchesTheWordsThatAreThereNow() {
    create();
    words().upsert(text("a", "t", "lamp", 1), text("b", "t", "chair", 1));
    assertThat(ids(words().matching("lamp"))).containsExactly("a");
    words().upsert(text("a", "t", "table", 1), text("c", "t", "lamp", 1));
    assertThat(ids(words().matching("lamp"))).containsExactly("c");
    words().where("id", "c").delete();
    assertThat(ids(words().matching("lamp table"))).containsExactly("a");
    words().where("tenant", "t").delete();
    assertThat(ids(words().matching("lamp table"))).isEmpty();
  }

  @Test
  default void takesAnyTextAsAQuestion() {
    create();
    words().upsert(text("a", "t", "The option of ls is -l, see E-4711 and C:\\x'y", 1));
    for (String text :
        List.of(
            "ls -l",
            "the ls",
            "\"ls",
            "C:\\x'y ls",
            "ls & | ! ( ) : * <-> ''",
            "ls\0\uD800",
            "E-4711")) {
      assertThat(ids(words().matching(text))).as(text).containsExactly("a");
    }
    for (String text : List.of("?", "the", "!!! '' \\", "\0")) {
      assertThat(ids(words().matching(text))).as(text).isNotNull();
    }
    assertThat(ids(words().matching("word ".repeat(2_000) + "ls"))).containsExactly("a");
  }

  @Test
  default void refusesMatchingThatContradictsTheQuery() {
    conflicts(() -> docs().matching(" \n"));
    conflicts(() -> docs().matching("a").matching("b"));
    conflicts(() -> docs().matching("a").deleteAll());
    conflicts(() -> docs().matching("a").upsert(VectorRecord.ofText("a", "b")));
    conflicts(() -> ids(docs().hybrid("a").minScore(0.5)));
  }
}

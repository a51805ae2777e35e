package dev.adk4j.vector.retrieval;

import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.CollectionSpec.FieldType;
import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters that a model makes, also one that is told to break out. */
class FilterFieldsTests {

  private static final Scope ACME = Scope.of("acme", "ann", "c");

  private static final FilterFields FIELDS =
      FilterFields.NONE
          .with(
              "language", FieldType.STRING, FilterOperator.EQ, FilterOperator.IN, FilterOperator.NE)
          .with("year", FieldType.INTEGER, FilterOperator.GTE, FilterOperator.LTE)
          .with("price", FieldType.NUMBER, FilterOperator.LT)
          .with("pinned", FieldType.BOOLEAN, FilterOperator.EQ, FilterOperator.EXISTS)
          .with("meta.part", FieldType.STRING, FilterOperator.EQ);

  private final VectorDb db = VectorDb.of(new InMemoryVectorBackend());
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void fill() {
    db.collection("notes")
        .upsert(
            note("1", "acme", "en", 2024),
            note("2", "acme", "de", 2025),
            note("3", "other", "en", 2024),
            note("4", "other", "de", 2025));
  }

  private static VectorRecord note(String id, String tenant, String language, int year) {
    return VectorRecord.builder(id)
        .document("A lamp of " + tenant)
        .vector(1)
        .metadata("tenant", tenant)
        .metadata("language", language)
        .metadata("year", year)
        .build();
  }

  private List<String> found(FilterFields fields, UnaryOperator<String> model) throws Exception {
    return CollectionRetriever.of(db, "notes", TrustTier.FIRST_PARTY)
        .within(scope -> VectorFilter.eq("tenant", scope.tenant()))
        .words()
        .filtered(
            fields,
            model,
            (stage, outcome, results, time) -> told.add(stage.wire() + " " + outcome.wire()))
        .retrieve(new RetrievalQuery("lamp", 10, ACME))
        .stream()
        .map(Passage::id)
        .sorted()
        .toList();
  }

  private static void assertRefused(String proposal) {
    assertThatThrownBy(() -> FIELDS.read(proposal))
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(VectorErrorCode.E_VECTOR_STORE_QUERY_CONFLICT);
              assertThat(e.getMessage())
                  .contains("The proposed filter was rejected")
                  .doesNotContain("SECRET");
            });
  }

  @Test
  void readsWhatIsOnTheList() {
    assertThat(
            FIELDS.read(
                """
                [{"field": "language", "op": "in", "value": ["en", "de"]},
                 {"field": "year", "op": "gte", "value": 2024},
                 {"field": "price", "op": "lt", "value": 2.5},
                 {"field": "pinned", "op": "exists", "value": true},
                 {"field": "meta.part", "op": "eq", "value": "fuse"}]
                """))
        .isEqualTo(
            VectorFilter.and(
                VectorFilter.in("language", List.of("en", "de")),
                VectorFilter.condition("year", FilterOperator.GTE, 2024),
                VectorFilter.condition("price", FilterOperator.LT, 2.5),
                VectorFilter.exists("pinned", true),
                VectorFilter.eq("meta.part", "fuse")));
    assertThat(FIELDS.read("[]")).isEqualTo(VectorFilter.and());
  }

  static Stream<String> proposals() {
    String condition = "{\"field\": \"language\", \"op\": \"eq\", \"value\": \"en\"}";
    return Stream.of(
        // fields
        "[{\"field\": \"tenant\", \"op\": \"eq\", \"value\": \"SECRET\"}]",
        "[{\"field\": \"index\", \"op\": \"ne\", \"value\": \"adk-documents\"}]",
        "[{\"field\": \"id\", \"op\": \"eq\", \"value\": \"SECRET\"}]",
        "[{\"field\": \"owner\", \"op\": \"eq\", \"value\": \"SECRET\"}]",
        "[{\"field\": \"SECRET' or 1=1 --\", \"op\": \"eq\", \"value\": \"x\"}]",
        "[{\"field\": \"Language\", \"op\": \"eq\", \"value\": \"en\"}]",
        "[{\"field\": \"language.x\", \"op\": \"eq\", \"value\": \"en\"}]",
        "[{\"field\": \"meta\", \"op\": \"eq\", \"value\": \"en\"}]",
        "[{\"field\": \"\", \"op\": \"eq\", \"value\": \"en\"}]",
        "[{\"field\": null, \"op\": \"eq\", \"value\": \"en\"}]",
        "[{\"field\": [\"language\"], \"op\": \"eq\", \"value\": \"en\"}]",
        // groups and raw fragments
        "[{\"or\": [" + condition + "]}]",
        "[{\"not\": " + condition + "}]",
        "[{\"and\": [" + condition + ", {\"or\": []}]}]",
        "[[" + condition + "]]",
        "{\"or\": [" + condition + "]}",
        "[{\"$dialect\": \"sql\", \"$raw\": \"true\"}]",
        "[{\"field\": \"language\", \"op\": \"eq\", \"value\": \"en\", \"or\": []}]",
        condition,
        // operators
        "[{\"field\": \"language\", \"op\": \"contains\", \"value\": \"e\"}]",
        "[{\"field\": \"language\", \"op\": \"nin\", \"value\": [\"e\"]}]",
        "[{\"field\": \"language\", \"op\": \"EQ\", \"value\": \"en\"}]",
        "[{\"field\": \"year\", \"op\": \"ne\", \"value\": 1}]",
        // values
        "[{\"field\": \"language\", \"op\": \"eq\", \"value\": 5}]",
        "[{\"field\": \"language\", \"op\": \"eq\", \"value\": null}]",
        "[{\"field\": \"language\", \"op\": \"eq\", \"value\": {\"$ne\": \"SECRET\"}}]",
        "[{\"field\": \"language\", \"op\": \"eq\", \"value\": [\"en\"]}]",
        "[{\"field\": \"language\", \"op\": \"in\", \"value\": \"en\"}]",
        "[{\"field\": \"language\", \"op\": \"in\", \"value\": [\"en\", 5]}]",
        "[{\"field\": \"language\", \"op\": \"in\", \"value\": [[\"en\"]]}]",
        "[{\"field\": \"language\", \"op\": \"eq\"}]",
        "[{\"field\": \"year\", \"op\": \"gte\", \"value\": \"2024\"}]",
        "[{\"field\": \"year\", \"op\": \"gte\", \"value\": 2024.5}]",
        "[{\"field\": \"year\", \"op\": \"gte\", \"value\": 1e400}]",
        "[{\"field\": \"year\", \"op\": \"gte\", \"value\": 99999999999999999999}]",
        "[{\"field\": \"price\", \"op\": \"lt\", \"value\": 1e999}]",
        "[{\"field\": \"pinned\", \"op\": \"eq\", \"value\": \"true\"}]",
        "[{\"field\": \"pinned\", \"op\": \"exists\", \"value\": \"yes\"}]",
        // sizes
        "[{\"field\": \"language\", \"op\": \"eq\", \"value\": \"" + "x".repeat(201) + "\"}]",
        "[{\"field\": \"language\", \"op\": \"in\", \"value\": ["
            + String.join(",", IntStream.range(0, 21).mapToObj(i -> "\"x\"").toList())
            + "]}]",
        "[" + String.join(",", IntStream.range(0, 9).mapToObj(i -> condition).toList()) + "]",
        "[" + " ".repeat(4_000) + "]",
        "[".repeat(2_000) + "]".repeat(2_000),
        // no JSON
        "",
        "null",
        "\"SECRET\"",
        "Here it is: [" + condition + "]",
        "[" + condition + "] SECRET",
        "[" + condition);
  }

  @ParameterizedTest
  @MethodSource("proposals")
  void refusesEverythingElseAndSearchesOnWithinTheScope(String proposal) throws Exception {
    assertRefused(proposal);
    assertThat(found(FIELDS, prompt -> proposal)).containsExactly("1", "2");
    assertThat(told).containsExactly("filter failed");
  }

  @Test
  void narrowsWithinTheScope() throws Exception {
    String german = "[{\"field\": \"language\", \"op\": \"eq\", \"value\": \"de\"}]";
    assertThat(found(FIELDS, prompt -> german)).containsExactly("2");
    assertThat(told).containsExactly("filter found");
    assertThat(found(FIELDS, prompt -> "[]")).containsExactly("1", "2");
  }

  @Test
  void theScopeHoldsEvenIfItsFieldIsOnTheList() throws Exception {
    FilterFields careless =
        FIELDS.with("tenant", FieldType.STRING, FilterOperator.EQ, FilterOperator.NE);
    assertThat(
            found(
                careless,
                prompt -> "[{\"field\": \"tenant\", \"op\": \"eq\", \"value\": \"other\"}]"))
        .isEmpty();
    assertThat(
            found(
                careless,
                prompt -> "[{\"field\": \"tenant\", \"op\": \"ne\", \"value\": \"acme\"}]"))
        .isEmpty();
  }

  @Test
  void goesOnWithoutAModelThatFails() throws Exception {
    assertThat(found(FIELDS, prompt -> raise(new IllegalStateException("down"))))
        .containsExactly("1", "2");
  }

  @Test
  void asksWithTheFieldsAndTheQuestionAsData() throws Exception {
    List<String> prompts = new ArrayList<>();
    found(
        FIELDS,
        prompt -> {
          prompts.add(prompt);
          return "[]";
        });
    assertThat(prompts)
        .singleElement()
        .asString()
        .contains("[\"language\",[\"string\",\"eq\",\"in\",\"ne\"]]", "\nlamp\n</question ")
        .doesNotContain("acme");
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "index", "index.x", "id.x", "", ".x"})
  void refusesToListFieldsOfOwners(String name) {
    assertFails(
        VectorErrorCode.E_INVALID_VECTOR_STORE_CONFIG,
        () -> FIELDS.with(name, FieldType.STRING, FilterOperator.EQ));
  }

  @Test
  void needsATypeAndOperators() {
    assertThatThrownBy(() -> FIELDS.with("x", FieldType.JSON, FilterOperator.EQ))
        .hasMessageContaining("JSON");
    assertThatThrownBy(() -> FIELDS.with("x", FieldType.STRING)).hasMessageContaining("operators");
    assertThatThrownBy(
            () -> FilterFields.NONE.read("[{\"field\":\"x\",\"op\":\"eq\",\"value\":1}]"))
        .hasMessageContaining("not on the list");
  }
}

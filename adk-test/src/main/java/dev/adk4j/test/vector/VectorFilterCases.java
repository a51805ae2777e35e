package dev.adk4j.test.vector;

import static dev.adk4j.vector.VectorErrorCode.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.FilterEvaluator;
import dev.adk4j.vector.FilterEvaluator.RecordPredicate;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of filters: the results match the reference evaluator, or the filter is rejected. */
interface VectorFilterCases extends VectorFixture {

  @Test
  default void nestsGroups() {
    store(
        record("a", 1).metadata("kind", "doc").metadata("year", 2025).metadata("pinned", false),
        record("b", 1).metadata("kind", "doc").metadata("year", 2020).metadata("pinned", true),
        record("c", 1).metadata("kind", "doc").metadata("year", 2020).metadata("pinned", false),
        record("d", 1).metadata("kind", "note").metadata("year", 2025).metadata("pinned", true));
    assertThat(
            matching(
                docs()
                    .where("kind", "doc")
                    .where(g -> g.where("year", "gte", 2024).orWhere("pinned", true))))
        .containsExactly("a", "b");
    assertThat(matching(docs().where("kind", "note").orWhere("pinned", true).where("year", 2025)))
        .containsExactly("b", "d");
    assertThat(matching(docs().whereNot("kind", "note").whereIn("year", List.of(2020, 1999))))
        .containsExactly("b", "c");
    assertThat(matching(docs().whereNot(g -> g.where("kind", "doc").where("pinned", false))))
        .containsExactly("b", "d");
    assertThat(matching(docs().whereIn("kind", List.of()))).isEmpty();
    assertThat(matching(docs().whereNotIn("kind", List.of()))).hasSize(4);
  }

  @Test
  default void matchesAbsentFieldsByNegations() {
    store(record("has", 1).metadata("status", "archived"), record("lacks", 1));
    assertThat(matching(docs().whereNot("status", "archived"))).containsExactly("lacks");
    assertThat(matching(docs().whereNot("status", "else"))).containsExactly("has", "lacks");
    assertThat(matching(docs().whereNotIn("status", List.of("archived")))).containsExactly("lacks");
    assertThat(matching(docs().where("status", "gt", "a"))).containsExactly("has");
    assertThat(matching(docs().where("status", "lt", "z"))).containsExactly("has");
  }

  @Test
  default void findsFieldsByExistence() throws Throwable {
    store(record("has", 1).metadata("k", 1), record("lacks", 1));
    supportedOrRefused(
        VectorFeature.FILTER_EXISTS,
        () -> {
          assertThat(matching(docs().whereExists("k"))).containsExactly("has");
          assertThat(matching(docs().whereNull("k"))).containsExactly("lacks");
        });
  }

  @Test
  default void distinguishesNullFromAbsent() throws Throwable {
    supportedOrRefused(
        VectorFeature.FILTER_NULL,
        () -> {
          store(record("has", 1).metadata("k", null), record("lacks", 1));
          assertThat(matching(docs().where("k", (Object) null))).containsExactly("has");
          assertThat(matching(docs().whereNull("k"))).containsExactly("lacks");
          assertThat(matching(docs().whereExists("k"))).containsExactly("has");
          assertThat(matching(docs().whereIn("k", Collections.singletonList(null))))
              .containsExactly("has");
        });
  }

  @Test
  default void followsDotsIntoMetadata() throws Throwable {
    store(record("x", 1));
    supportedOrRefused(
        VectorFeature.FILTER_PATHS,
        () -> {
          store(record("a", 1).metadata("m", Map.of("deep", List.of("p", Map.of("q", 7)))));
          assertThat(matching(docs().where("m.deep.0", "p"))).containsExactly("a");
          assertThat(matching(docs().where("m.deep.1.q", "gte", 7))).containsExactly("a");
          assertThat(matching(docs().where("m.deep.x", "p"))).isEmpty();
        });
  }

  @Test
  default void findsElementsOfListsAndPartsOfTexts() throws Throwable {
    store(record("t", 1).metadata("k", "say 5 words"));
    supportedOrRefused(
        VectorFeature.FILTER_CONTAINS,
        () -> {
          store(record("l", 1).metadata("k", List.of("5", 6)), record("n", 1).metadata("k", 5));
          assertThat(matching(docs().where("k", "contains", "5"))).containsExactly("l", "t");
          assertThat(matching(docs().where("k", "contains", 5))).containsExactly("t");
          assertThat(matching(docs().where("k", "contains", 6.0))).containsExactly("l");
        });
  }

  @Test
  default void filtersByTheIdOfTheRecord() throws Throwable {
    store(record("a", 1), record("b", 1));
    supportedOrRefused(
        VectorFeature.FILTER_ID,
        () -> {
          assertThat(matching(docs().where("id", "a"))).containsExactly("a");
          assertThat(matching(docs().where("id", "gt", "a"))).containsExactly("b");
          assertThat(matching(docs().whereNotIn("id", List.of("a")).orWhere("id", "contains", "a")))
              .containsExactly("a", "b");
        });
  }

  @Test
  default void negatesRanges() throws Throwable {
    store(record("a", 1).metadata("n", 1), record("b", 1).metadata("n", 3));
    supportedOrRefused(
        VectorFeature.FILTER_NOT_RANGE,
        () ->
            assertThat(matching(docs().whereNot(g -> g.where("n", "gt", 2)))).containsExactly("a"));
  }

  /** Compares every condition on every shape with the reference evaluator. */
  @Test
  default void filtersAsTheReferenceDoes() {
    requires(VectorFeature.SCAN, VectorFeature.FILTER_MIXED_TYPES);
    docs().upsert(FilterTruthTable.records(vector(1)));
    List<Map<String, @Nullable Object>> rows = FilterTruthTable.rows();
    List<String> differences = new ArrayList<>();
    List<VectorFilter> filters = FilterTruthTable.filters();
    for (VectorFilter filter : filters) {
      RecordPredicate reference = FilterEvaluator.compile(filter, "reference");
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        if (reference.test(FilterTruthTable.id(i), rows.get(i))) {
          expected.add(FilterTruthTable.id(i));
        }
      }
      Collections.sort(expected);
      List<String> actual = matching(docs().whereFilter(filter));
      if (!actual.equals(expected)) {
        differences.add(
            VectorFilter.toJson(filter) + "\n  expected " + expected + "\n  but was  " + actual);
      }
    }
    System.out.printf(
        "%s: %d filters on %d rows, %d differences%n",
        db().name(), filters.size(), rows.size(), differences.size());
    assertThat(differences).isEmpty();
  }

  @Test
  default void refusesAnUnknownOperatorAtTheCall() {
    for (String operator : List.of("like", "EQ", "=>", "", "; drop table docs", "IN")) {
      refused(E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR, () -> docs().where("k", operator, 1));
    }
    conflicts(() -> docs().where("", 1));
    conflicts(() -> docs().where("k", Double.NaN));
    conflicts(() -> docs().where("k", new Object()));
    refused(E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR, () -> docs().where("k", List.of(1)));
    refused(E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR, () -> docs().where("k", (Object) Map.of()));
  }

  @Test
  default void refusesAForeignDialectOnAnEmptyCollection() {
    VectorFilter.Raw foreign = new VectorFilter.Raw("no-such-dialect", "whatever", List.of());
    refused(
        E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
        () -> ids(docs().nearText("cat").whereRaw(foreign)));
    refused(
        E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
        () ->
            ids(
                docs()
                    .where(g -> g.where("a", 1).orWhere(h -> h.whereRaw(foreign)))
                    .nearText("cat")));
  }

  @Test
  default void bindsValuesOfRawSql() throws Throwable {
    refused(E_VECTOR_STORE_RAW_BINDING_MISMATCH, () -> ids(docs().whereRaw("a = ? and b = '?'")));
    refused(E_VECTOR_STORE_RAW_BINDING_MISMATCH, () -> docs().whereRaw("a = ?", 1, 2).delete());
    store(record("a", 1));
    if (!has(VectorFeature.RAW_SQL)) {
      refused(
          E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
          () -> ids(docs().nearText("cat").whereRaw("1 = ?", 1)));
    }
  }

  /**
   * Checks that hostile keys, values and field names find only the records stored under them, or
   * are rejected.
   */
  @Test
  default void treatsHostileTextsAsTexts() {
    List<VectorRecord> records = new ArrayList<>();
    for (String text : Hostile.TEXTS) {
      records.add(record("h" + records.size(), 1).metadata("value", text).build());
    }
    docs().upsert(records);
    for (int i = 0; i < Hostile.TEXTS.size(); i++) {
      String text = Hostile.TEXTS.get(i);
      assertThat(matching(docs().where("value", text))).containsExactly("h" + i);
      assertThat(matching(docs().whereIn("value", List.of(text)))).containsExactly("h" + i);
      emptyOrRefused(text);
    }
    assertThat(everything()).hasSize(Hostile.TEXTS.size());
  }

  private void emptyOrRefused(String field) {
    try {
      assertThat(matching(docs().where(field, "nothing"))).isEmpty();
      assertThat(matching(docs().where(field, "gt", 1))).isEmpty();
      docs().where(field, "nothing").delete();
    } catch (AdkException e) {
      assertThat(e.errorCode())
          .isIn(E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR, E_VECTOR_STORE_UNSUPPORTED_OPERATION);
    }
  }

  @Test
  default void storesHostileKeysAndIdsUnchanged() {
    List<VectorRecord> records = new ArrayList<>();
    for (String text : Hostile.TEXTS) {
      records.add(record(text, 1).metadata(text, "mine").build());
    }
    docs().upsert(records);
    assertThat(everything()).containsExactlyInAnyOrderElementsOf(Hostile.TEXTS);
    for (String text : Hostile.TEXTS) {
      if (!text.contains(".") && has(VectorFeature.FILTER_PATHS)) {
        assertThat(matching(docs().where(text, "mine"))).containsExactly(text);
      }
    }
    docs().whereIn("id", Hostile.TEXTS.subList(1, Hostile.TEXTS.size())).delete();
    assertThat(everything()).containsExactly(Hostile.TEXTS.getFirst());
  }
}

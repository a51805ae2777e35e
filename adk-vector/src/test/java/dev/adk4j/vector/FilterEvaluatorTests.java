package dev.adk4j.vector;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The truth table, written out: what every other store is compared with has to be right itself. */
class FilterEvaluatorTests {

  private static boolean test(
      VectorFilter filter, Map<String, ? extends @Nullable Object> metadata) {
    return FilterEvaluator.compile(filter, "test").test("the-id", metadata);
  }

  private static boolean absent(String operator, @Nullable Object operand) {
    return test(VectorFilter.condition("f", FilterOperator.fromWire(operator), operand), Map.of());
  }

  private static boolean f(@Nullable Object value, String operator, @Nullable Object operand) {
    return test(
        VectorFilter.condition("f", FilterOperator.fromWire(operator), operand),
        Collections.singletonMap("f", value));
  }

  private static boolean withoutOperand(
      FilterOperator operator, Map<String, ? extends @Nullable Object> metadata) {
    return test(new VectorFilter.Condition("f", operator, null), metadata);
  }

  @Test
  void comparesAbsentFieldsAsUnequal() {
    assertThat(absent("eq", 1)).isFalse();
    assertThat(absent("eq", null)).isFalse();
    assertThat(absent("ne", 1)).isTrue();
    assertThat(absent("ne", null)).isTrue();
    assertThat(absent("in", Arrays.asList(1, null))).isFalse();
    assertThat(absent("nin", Arrays.asList(1, null))).isTrue();
    assertThat(absent("gt", 1) || absent("gte", 1) || absent("lt", 1) || absent("lte", 1))
        .isFalse();
    assertThat(absent("contains", "")).isFalse();
    assertThat(absent("exists", true)).isFalse();
    assertThat(absent("exists", false)).isTrue();
    assertThat(withoutOperand(FilterOperator.EXISTS, Map.of())).isFalse();
    assertThat(withoutOperand(FilterOperator.EQ, Map.of())).isTrue();
    assertThat(withoutOperand(FilterOperator.EQ, Map.of("f", 1))).isFalse();
  }

  @Test
  void distinguishesNullFromAbsent() {
    assertThat(f(null, "eq", null)).isTrue();
    assertThat(f(null, "eq", 0)).isFalse();
    assertThat(f(null, "ne", null)).isFalse();
    assertThat(f(null, "ne", "x")).isTrue();
    assertThat(f(null, "in", Arrays.asList(1, null))).isTrue();
    assertThat(f(null, "nin", List.of(1))).isTrue();
    assertThat(f(null, "lt", 1)).isFalse();
    assertThat(f(null, "exists", true)).isTrue();
    assertThat(f(null, "exists", false)).isFalse();
    assertThat(f(null, "contains", "null")).isFalse();
    assertThat(withoutOperand(FilterOperator.EXISTS, Collections.singletonMap("f", null))).isTrue();
  }

  @Test
  void comparesNumbersOfAllTypesByValue() {
    for (Number five :
        List.of(
            5, 5L, (short) 5, (byte) 5, 5.0, 5f, new BigDecimal("5.00"), BigInteger.valueOf(5))) {
      assertThat(f(5, "eq", five)).isTrue();
      assertThat(f(five, "eq", 5)).isTrue();
      assertThat(f(five, "gte", 5.0)).isTrue();
      assertThat(f(five, "in", List.of(4, new BigDecimal("5")))).isTrue();
    }
    assertThat(f(0.1, "eq", new BigDecimal("0.1"))).isTrue();
    assertThat(f(0.1f, "eq", 0.1)).isTrue();
    assertThat(f(-0.0, "eq", 0)).isTrue();
    assertThat(f(9007199254740993L, "eq", 9007199254740992.0)).isFalse();
    assertThat(f(9007199254740993L, "gt", 9007199254740992.0)).isTrue();
    assertThat(f(new BigDecimal("1e400"), "gt", Double.MAX_VALUE)).isTrue();
  }

  @Test
  void convertsNothing() {
    assertThat(f("2024", "eq", 2024)).isFalse();
    assertThat(f("2024", "gte", 2024)).isFalse();
    assertThat(f("2024", "lt", 2025)).isFalse();
    assertThat(f(true, "eq", 1)).isFalse();
    assertThat(f(true, "eq", "true")).isFalse();
    assertThat(f(true, "gt", false)).isFalse();
    assertThat(f(true, "eq", true)).isTrue();
    assertThat(f(List.of("a"), "eq", "a")).isFalse();
    assertThat(f(List.of("a"), "in", List.of("a"))).isFalse();
    assertThat(f(5, "gt", List.of(1))).isFalse();
    assertThat(f(5, "gt", Map.of())).isFalse();
    assertThat(f(5, "gt", null)).isFalse();
  }

  @Test
  void ordersTextsByCodeUnit() {
    assertThat(f("b", "gt", "a")).isTrue();
    assertThat(f("B", "lt", "a")).isTrue();
    assertThat(f("a", "lte", "a")).isTrue();
    assertThat(f("ab", "gt", "a")).isTrue();
    assertThat(f("", "lt", "a")).isTrue();
  }

  @Test
  void requiresAListForMembership() {
    assertThat(f("a", "in", "a")).isFalse();
    assertThat(f("a", "nin", "a")).isTrue();
    assertThat(f("a", "in", List.of())).isFalse();
    assertThat(f("a", "nin", List.of())).isTrue();
  }

  @Test
  void findsElementsOfListsAndPartsOfTexts() {
    assertThat(f(List.of("a", 5), "contains", "a")).isTrue();
    assertThat(f(List.of("a", 5), "contains", 5.0)).isTrue();
    assertThat(f(List.of("5"), "contains", 5)).isFalse();
    assertThat(f(Collections.singletonList(null), "contains", null)).isTrue();
    assertThat(f(List.of(List.of("a")), "contains", "a")).isFalse();
    assertThat(f("abc", "contains", "b")).isTrue();
    assertThat(f("abc", "contains", "")).isTrue();
    assertThat(f("x5y", "contains", 5.0)).isTrue();
    assertThat(f("it is true", "contains", true)).isTrue();
    assertThat(f("it is null", "contains", null)).isTrue();
    assertThat(f(555, "contains", 5)).isFalse();
    assertThat(f(Map.of("a", 1), "contains", "a")).isFalse();
  }

  @Test
  void negatesExistsForAnyOperandButTrue() {
    assertThat(f(1, "exists", true)).isTrue();
    assertThat(f(1, "exists", false)).isFalse();
    assertThat(f(1, "exists", "yes")).isFalse();
    assertThat(f(1, "exists", null)).isFalse();
    assertThat(absent("exists", 0)).isTrue();
  }

  @Test
  void walksPathsThroughObjectsAndLists() {
    Map<String, Object> metadata =
        Map.of("a", Map.of("b", List.of("x", Map.of("c", 7)), "-1", "minus"));
    assertThat(test(VectorFilter.eq("a.b.1.c", 7), metadata)).isTrue();
    assertThat(test(VectorFilter.eq("a.b.0", "x"), metadata)).isTrue();
    assertThat(test(VectorFilter.exists("a.b.2", false), metadata)).isTrue();
    assertThat(test(VectorFilter.exists("a.b.-1", false), metadata)).isTrue();
    assertThat(test(VectorFilter.exists("a.b.99999999999", false), metadata)).isTrue();
    assertThat(test(VectorFilter.exists("a.b.٠", false), metadata)).isTrue();
    assertThat(test(VectorFilter.eq("a.-1", "minus"), metadata)).isTrue();
    assertThat(test(VectorFilter.exists("a.b.0.x", false), metadata)).isTrue();
    assertThat(test(VectorFilter.exists("a.b", true), metadata)).isTrue();
    assertThat(test(VectorFilter.eq("a.b", null), Map.of("a", Collections.singletonMap("b", null))))
        .isTrue();
  }

  @Test
  void readsTheIdOfTheRecord() {
    Map<String, Object> metadata = Map.of("id", "metadata's");
    assertThat(test(VectorFilter.eq("id", "the-id"), metadata)).isTrue();
    assertThat(test(VectorFilter.eq("id", "metadata's"), metadata)).isFalse();
    assertThat(test(VectorFilter.exists("id.x", true), metadata)).isFalse();
  }

  @Test
  void evaluatesGroupsAsTwoValued() {
    VectorFilter unknown = VectorFilter.condition("missing", FilterOperator.GT, 1);
    assertThat(test(VectorFilter.and(), Map.of())).isTrue();
    assertThat(test(VectorFilter.or(), Map.of())).isFalse();
    assertThat(test(unknown, Map.of())).isFalse();
    assertThat(test(VectorFilter.not(unknown), Map.of())).isTrue();
    assertThat(test(VectorFilter.not(VectorFilter.and(unknown)), Map.of())).isTrue();
  }

  @Test
  void refusesARawFragmentBeforeAnyRecord() {
    VectorFilter filter =
        VectorFilter.or(VectorFilter.eq("a", 1), VectorFilter.not(VectorFilter.Raw.sql("true")));
    assertThatThrownBy(() -> FilterEvaluator.compile(filter, "in-memory"))
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> {
              assertThat(e.errorCode())
                  .isEqualTo(VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR);
              assertThat(e.args()).containsExactly("in-memory", "sql");
            });
  }

  @Test
  void foldsToTheAnswerOfTheEvaluator() {
    List<Map<String, ? extends @Nullable Object>> records =
        List.of(
            Map.of(),
            Map.of("f", 1),
            Map.of("f", "a"),
            Collections.singletonMap("f", null),
            Map.of("f", List.of("a")));
    List<@Nullable Object> operands =
        Arrays.asList(null, "", "a", 1, true, List.of(), List.of("a"), List.of(1));
    int folded = 0;
    for (FilterOperator operator : FilterOperator.values()) {
      for (Object operand : operands) {
        boolean list = operand instanceof List;
        if (list
            && !(operator == FilterOperator.IN
                || operator == FilterOperator.NIN
                || operator.isRange())) {
          continue;
        }
        for (String field : List.of("f", "id", "id.x")) {
          VectorFilter filter = VectorFilter.condition(field, operator, operand);
          for (VectorFilter each :
              List.of(
                  filter,
                  VectorFilter.not(filter),
                  VectorFilter.and(filter, VectorFilter.eq("f", 9)))) {
            if (FilterEvaluator.constant(each).isPresent()) {
              folded++;
              boolean constant = FilterEvaluator.constant(each).get();
              for (Map<String, ? extends @Nullable Object> record : records) {
                assertThat(FilterEvaluator.compile(each, "test").test("any", record))
                    .as("%s", each)
                    .isEqualTo(constant);
              }
            }
          }
        }
      }
    }
    assertThat(folded).isGreaterThan(50);
  }

  @Test
  void readsBackItsJson() {
    VectorFilter filter =
        VectorFilter.or(
            VectorFilter.and(VectorFilter.eq("a", null), VectorFilter.in("b", List.of(1, "x"))),
            VectorFilter.not(new VectorFilter.Condition("c", FilterOperator.EXISTS, null)),
            VectorFilter.Raw.sql("x = ?", 5));
    assertThat(VectorFilter.fromJson(VectorFilter.toJson(filter))).isEqualTo(filter);
  }

  @Test
  void refusesMalformedJson() {
    for (String json :
        List.of(
            "{}",
            "[]",
            "true",
            "{\"and\":[],\"or\":[]}",
            "{\"and\":{}}",
            "{\"not\":[]}",
            "{\"field\":\"a\"}",
            "{\"field\":\"a\",\"op\":1}",
            "{\"field\":\"a\",\"op\":\"eq\",\"value\":1,\"more\":1}",
            "{\"$dialect\":\"sql\"}",
            "{\"$dialect\":\"sql\",\"$raw\":\"x\",\"$bindings\":{}}",
            "{\"and\":[{}]}",
            "{\"field\":\"\",\"op\":\"eq\",\"value\":1}")) {
      assertThatThrownBy(() -> VectorFilter.fromJson(JsonValue.parse(json).node()))
          .as(json)
          .matches(e -> AdkException.is(e, VectorErrorCode.E_VECTOR_STORE_QUERY_CONFLICT));
    }
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR,
        () -> VectorFilter.fromJson(JsonValue.parse("{\"field\":\"a\",\"op\":\"like\"}").node()));
  }

  @Test
  void refusesAFilterNestedTooDeeply() {
    VectorFilter deep = VectorFilter.eq("a", 1);
    for (int i = 0; i < 200; i++) {
      deep = VectorFilter.not(deep);
    }
    VectorFilter filter = deep;
    assertFails(
        VectorErrorCode.E_VECTOR_STORE_QUERY_CONFLICT,
        () -> new SearchPlan("c", null, filter, 1, 0, SearchPlan.Projection.ALL, 0));
  }
}

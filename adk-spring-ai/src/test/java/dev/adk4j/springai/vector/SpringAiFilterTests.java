package dev.adk4j.springai.vector;

import static dev.adk4j.vector.VectorFilter.and;
import static dev.adk4j.vector.VectorFilter.eq;
import static dev.adk4j.vector.VectorFilter.exists;
import static dev.adk4j.vector.VectorFilter.in;
import static dev.adk4j.vector.VectorFilter.ne;
import static dev.adk4j.vector.VectorFilter.nin;
import static dev.adk4j.vector.VectorFilter.not;
import static dev.adk4j.vector.VectorFilter.or;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.FilterEvaluator;
import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFilter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.filter.converter.PrintFilterExpressionConverter;

class SpringAiFilterTests {

  private final SpringAiFilter plain = new SpringAiFilter(false, false);
  private final SpringAiFilter withNullChecks = new SpringAiFilter(true, false);

  private static String text(SpringAiFilter translator, VectorFilter filter) {
    Filter.Expression expression = translator.translate(filter);
    return expression == null
        ? String.valueOf(FilterEvaluator.constant(filter).orElseThrow())
        : new PrintFilterExpressionConverter().convertExpression(expression);
  }

  private void refused(SpringAiFilter translator, VectorFilter filter) {
    assertThatThrownBy(() -> translator.translate(filter))
        .isInstanceOfSatisfying(
            AdkException.class,
            e ->
                assertThat(e.errorCode())
                    .isEqualTo(VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR));
  }

  private static VectorFilter lt(String field, Object value) {
    return VectorFilter.condition(field, FilterOperator.LT, value);
  }

  @Test
  void negationsArePushedDownToNin() {
    String notA = text(plain, ne("a", 1));
    assertThat(notA).contains("NIN");
    assertThat(text(plain, not(eq("a", 1)))).isEqualTo(notA);
    assertThat(text(plain, not(ne("a", 1)))).isEqualTo(text(plain, eq("a", 1)));
    assertThat(text(plain, not(in("a", List.of(1, 2)))))
        .isEqualTo(text(plain, nin("a", List.of(1, 2))));
    assertThat(text(plain, not(and(eq("a", 1), ne("b", 2)))))
        .isEqualTo(text(plain, or(ne("a", 1), eq("b", 2))));
  }

  @Test
  void membersOfGroupsKeepTheirBrackets() {
    String nested = text(plain, and(eq("a", 1), or(eq("b", 2), eq("c", 3))));
    assertThat(nested).matches(".*a.*AND \\(+.*b.*OR.*c.*\\)+");
    assertThat(text(plain, or(eq("b", 2)))).isEqualTo(text(plain, eq("b", 2)));
  }

  @Test
  void constantsAreFolded() {
    assertThat(text(plain, in("a", List.of()))).isEqualTo("false");
    assertThat(text(plain, nin("a", List.of()))).isEqualTo("true");
    assertThat(text(plain, not(and()))).isEqualTo("false");
    assertThat(text(plain, and(eq("a", 1), nin("b", List.of()))))
        .isEqualTo(text(plain, eq("a", 1)));
    assertThat(text(plain, not(or(eq("a", 1), in("b", List.of())))))
        .isEqualTo(text(plain, ne("a", 1)));
  }

  @Test
  void refusesFiltersThatStoresInterpretDifferently() {
    refused(plain, eq("a", null));
    refused(plain, in("a", Arrays.asList(1, null)));
    refused(plain, eq("a.b", 1));
    refused(plain, eq("id", "x"));
    refused(plain, eq("__adk_id", "x"));
    refused(plain, eq("distance", 1));
    refused(plain, VectorFilter.condition("a", FilterOperator.CONTAINS, "x"));
    refused(plain, exists("a", true));
    refused(plain, not(lt("a", 1)));
    refused(plain, VectorFilter.Raw.sql("true"));
    refused(plain, not(new VectorFilter.Raw("spring-ai", "a == 1", List.of())));
    refused(plain, eq("at", "2026-01-01T00:00:00.123456Z"));
    refused(new SpringAiFilter(false, true), lt("a", 1));
    assertThat(text(plain, eq("at", "2026-01-01T00:00:00.123Z"))).contains("at");
  }

  @Test
  void guardsRangesWithNullChecks() {
    assertThat(text(withNullChecks, lt("a", 1))).contains("ISNOTNULL").contains("AND");
    assertThat(text(withNullChecks, not(exists("a", true))))
        .isEqualTo(text(withNullChecks, exists("a", false)));
  }

  @Test
  void refusesInvalidFieldNames() {
    for (String field :
        List.of(
            "a'",
            "a\"",
            "a b",
            "a'] or true or #metadata['b",
            "T(java.lang.Runtime)",
            "a-b",
            "ä",
            "1a",
            "a\u0000")) {
      refused(plain, eq(field, 1));
    }
  }

  @Test
  void rawFilterOfTheDialectGoesThrough() {
    VectorFilter raw =
        new VectorFilter.Raw("spring-ai", "country == 'FI' && year >= 2020", List.of());
    assertThat(text(plain, raw)).contains("country").contains("FI");
    assertThatThrownBy(
            () -> plain.translate(new VectorFilter.Raw("spring-ai", "country ==", List.of())))
        .isInstanceOfSatisfying(
            AdkException.class,
            e ->
                assertThat(e.errorCode()).isEqualTo(VectorErrorCode.E_VECTOR_STORE_QUERY_CONFLICT));
  }
}

package dev.adk4j.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.value.Json;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class QueryResultTextTests {

  @Test
  void simpleValues() {
    assertThat(QueryResultText.of(null)).isEqualTo("(undefined)");
    assertThat(QueryResultText.of(Optional.empty())).isEqualTo("(undefined)");
    assertThat(QueryResultText.of(Optional.of(List.of("a")))).isEqualTo("a");
    assertThat(QueryResultText.of(Json.read("null"))).isEqualTo("null");
    assertThat(QueryResultText.of("a \"b\"")).isEqualTo("a \"b\"");
    assertThat(QueryResultText.of("")).isEmpty();
    assertThat(QueryResultText.of(Json.read("\"x\""))).isEqualTo("x");
    assertThat(QueryResultText.of(true)).isEqualTo("true");
  }

  @Test
  void numbersArePlainDecimals() {
    assertThat(QueryResultText.of(12L)).isEqualTo("12");
    assertThat(QueryResultText.of(1.0)).isEqualTo("1");
    assertThat(QueryResultText.of(1e21)).isEqualTo("1000000000000000000000");
    assertThat(QueryResultText.of(1e-7)).isEqualTo("0.0000001");
    assertThat(QueryResultText.of(new BigDecimal("100"))).isEqualTo("100");
    assertThat(QueryResultText.of(new BigDecimal("1E+999999999"))).isEqualTo("1E+999999999");
    assertThat(QueryResultText.of(Json.read("0.50"))).isEqualTo("0.5");
    assertThat(QueryResultText.of(Double.NaN)).isEqualTo("NaN");
  }

  @Test
  void lists() {
    assertThat(QueryResultText.of(List.of())).isEqualTo("(empty list)");
    assertThat(QueryResultText.of(Json.read("[]"))).isEqualTo("(empty list)");
    assertThat(QueryResultText.of(List.of("a", "", "b"))).isEqualTo("a\n\nb");
    assertThat(QueryResultText.of(Json.read("[\"a\",\"b\"]"))).isEqualTo("a\nb");
    assertThat(QueryResultText.of(List.of("a", 1))).isEqualTo("[\n  \"a\",\n  1\n]");
    assertThat(QueryResultText.of(Arrays.asList("a", null))).isEqualTo("[\n  \"a\",\n  null\n]");
    assertThat(QueryResultText.of(List.of(List.of(), Map.of()))).isEqualTo("[\n  [],\n  {}\n]");
  }

  @Test
  void objectsHaveTwoBlanksAndOneElementALine() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("a", 1);
    object.put("b", List.of(1, Map.of("c", "d")));
    object.put("e", Map.of());
    object.put("f", List.of());
    assertThat(QueryResultText.of(object))
        .isEqualTo(
            """
            {
              "a": 1,
              "b": [
                1,
                {
                  "c": "d"
                }
              ],
              "e": {},
              "f": []
            }\
            """);
    assertThat(QueryResultText.of(JsonNodeFactory.instance.objectNode())).isEqualTo("{}");
  }
}

package dev.adk4j.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.harness.CpuTime;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BinaryNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.POJONode;

class JsonSchemaTests {

  @Test
  void reportsEveryViolationWithItsPath() {
    JsonSchema schema =
        JsonSchema.parse(
            """
            {"type":"object","required":["id","items"],"properties":{
              "id":{"type":"integer","minimum":1},
              "tone":{"enum":["calm","loud"]},
              "items":{"type":"array","maxItems":2,"items":{"type":"object","required":["name"],
                "properties":{"name":{"type":"string","minLength":1}},"additionalProperties":false}}}}
            """);

    assertThat(violations(schema, "{\"tone\":\"mild\",\"items\":[{\"name\":\"\"},{\"a b\":1},3]}"))
        .containsExactlyInAnyOrder(
            new Violation("$.id", "required", "is required"),
            new Violation("$.tone", "enum", "must be one of [\"calm\", \"loud\"]"),
            new Violation("$.items", "maxItems", "must have at most 2 items but found 3"),
            new Violation("$.items[0].name", "empty", "must not be empty"),
            new Violation("$.items[1].name", "required", "is required"),
            new Violation("$.items[1]['a b']", "unknown", "is not allowed here"),
            new Violation("$.items[2]", "type", "must be object, was integer"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "integer|\"3\"",
        "integer|1.5",
        "integer|true",
        "number|\"1\"",
        "boolean|\"true\"",
        "boolean|1",
        "string|3",
        "string|null",
        "object|null",
        "array|{}",
        "null|\"\""
      })
  void convertsNothing(String type, String value) {
    JsonSchema schema = JsonSchema.parse("{\"type\":\"" + type + "\"}");
    assertThat(violations(schema, value))
        .singleElement()
        .extracting(Violation::rule)
        .isEqualTo("type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1e2", "100000000000000000000000"})
  void takesIntegralNumbersOfAnySizeForIntegers(String value) {
    assertThat(violations(JsonSchema.parse("{\"type\":\"integer\"}"), value)).isEmpty();
  }

  @Test
  void comparesIntegersBeyondLong() {
    JsonSchema schema =
        JsonSchema.parse(
            "{\"items\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1e200,\"multipleOf\":2}}");
    assertThat(violations(schema, "[1e100,-1e100,1e300,10000000000000000000001,4.0]"))
        .extracting(Violation::path)
        .containsExactlyInAnyOrder("$[1]", "$[2]", "$[3]");
    assertThat(schema.validate(Json.read("[1e100]"))).isEqualTo(Json.read("[1e100]"));
  }

  @Test
  void fillsDefaultsInAtEveryLevelBeforeValidating() {
    JsonSchema schema =
        JsonSchema.parse(
            """
            {"type":"object","required":["n"],"properties":{
              "n":{"type":"integer","default":10},
              "range":{"type":"object","properties":{"from":{"type":"integer","default":0}}},
              "list":{"type":"array","items":{"$ref":"#/$defs/entry"}},
              "pair":{"type":"array","prefixItems":[{"$ref":"#/$defs/entry"}],"items":{"type":"integer"}},
              "either":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/entry"}]},
              "all":{"allOf":[{"$ref":"#/$defs/entry"},{"properties":{"more":{"default":true}}}]},
              "map":{"type":"object","additionalProperties":{"$ref":"#/$defs/entry"}},
              "byRef":{"$ref":"#named"},
              "absent":{"type":"object","properties":{"x":{"default":1}}}},
             "$defs":{"entry":{"type":"object","properties":{"k":{"type":"string","default":"v"}}},
               "whole":{"$anchor":"named","default":{"y":1},"properties":{"z":{"default":2}}}}}
            """);

    JsonNode filled =
        schema.validate(
            Json.read(
                "{\"range\":{},\"list\":[{},{\"k\":\"own\"}],\"pair\":[{},1],\"either\":{},\"all\":{},\"map\":{\"a\":{}}}"));

    assertThat(filled)
        .isEqualTo(
            Json.read(
                """
                {"range":{"from":0},"list":[{"k":"v"},{"k":"own"}],"pair":[{"k":"v"},1],"either":{"k":"v"},
                 "all":{"k":"v","more":true},"map":{"a":{"k":"v"}},"n":10,"byRef":{"y":1,"z":2}}
                """));
  }

  @Test
  void leavesTheCallersValueAlone() {
    JsonSchema schema =
        JsonSchema.parse("{\"properties\":{\"a\":{\"properties\":{\"n\":{\"default\":1}}}}}");
    JsonNode given = Json.read("{\"a\":{}}");

    JsonNode filled = schema.validate(given);

    assertThat(filled.at("/a/n").intValue()).isEqualTo(1);
    assertThat(given).isEqualTo(Json.read("{\"a\":{}}"));
  }

  @Test
  void takesNullForAValueAndNotForAnAbsence() {
    JsonSchema schema =
        JsonSchema.parse("{\"properties\":{\"n\":{\"type\":\"integer\",\"default\":1}}}");
    assertThat(violations(schema, "{\"n\":null}"))
        .containsExactly(new Violation("$.n", "type", "must be integer, was null"));
  }

  @Test
  void takesDefaultsOfTheFirstFittingAlternative() {
    JsonSchema schema =
        JsonSchema.parse(
            """
            {"oneOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"integer"},"d":{"default":"A"}}},
                      {"type":"object","required":["b"],"properties":{"b":{"type":"integer"},"d":{"default":"B"}}}]}
            """);
    assertThat(schema.validate(Json.read("{\"b\":1}")).path("d").stringValue()).isEqualTo("B");
  }

  @Test
  void namesOnlyTheAlternativeOfTheRightType() {
    JsonSchema schema =
        JsonSchema.parse(
            """
            {"properties":{"who":{"anyOf":[{"type":"null"},{"type":"object","required":["name"],
              "properties":{"name":{"type":"string"},"age":{"type":"integer"}}}]}}}
            """);
    assertThat(violations(schema, "{\"who\":{\"age\":\"x\"}}"))
        .extracting(Violation::path)
        .containsExactlyInAnyOrder("$.who.name", "$.who.age");
    assertThat(violations(schema, "{\"who\":5}")).hasSize(2);
  }

  @Test
  void describesFormatsWithoutAssertingThem() {
    assertThat(
            violations(
                JsonSchema.parse("{\"type\":\"string\",\"format\":\"email\"}"), "\"nobody\""))
        .isEmpty();
  }

  @Test
  void refusesASchemaWithAllViolations() {
    ValidationException e =
        catchThrowableOfType(
            ValidationException.class,
            () ->
                JsonSchema.parse(
                    """
                    {"type":"objekt","properties":{"a":{"minLength":-1},"b":{"$ref":"#/$defs/no","pattern":"("}},"required":"a"}
                    """));
    assertThat(e.violations())
        .extracting(Violation::path)
        .contains(
            "$.type",
            "$.properties.a.minLength",
            "$.properties.b['$ref']",
            "$.properties.b.pattern",
            "$.required");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$ref\":\"https://example.com/schema.json\"}",
        "{\"$ref\":\"classpath:draft/2020-12/schema\"}",
        "{\"$ref\":\"file:///etc/passwd\"}",
        "{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}",
        "{\"properties\":{\"a\":{\"$ref\":\"other.json#/a\"}}}",
        "{\"$schema\":\"https://example.com/dialect\"}",
        "[]",
        "3",
        "null",
        "{\"type\":",
        "{\"a\":1,\"a\":2}",
        "",
        "{\"properties\":{\"n\":{\"type\":\"integer\",\"default\":\"x\"}}}",
        "{\"pattern\":\"(\"}"
      })
  void refusesInvalidSchemasAndOutsideReferences(String schema) {
    assertThat(catchThrowableOfType(ValidationException.class, () -> JsonSchema.parse(schema)))
        .isNotNull();
  }

  @Test
  void mistakesNoDataForAReference() {
    assertThat(JsonSchema.parse("{\"enum\":[{\"$ref\":\"https://example.com\"}]}")).isNotNull();
  }

  @Test
  void acceptsDeclaredOlderDrafts() {
    JsonSchema schema =
        JsonSchema.parse(
            """
            {"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"x":{"type":"string"}},
             "properties":{"a":{"$ref":"#/definitions/x"}}}
            """);
    assertThat(violations(schema, "{\"a\":1}")).hasSize(1);
  }

  @Test
  void refusesTooDeepValuesWithoutRecursing() {
    JsonNode bomb = Json.mapper().createArrayNode();
    for (int i = 0; i < 1_000_000; i++) {
      ArrayNode outer = Json.mapper().createArrayNode();
      outer.add(bomb);
      bomb = outer;
    }
    JsonNode deep = bomb;
    ValidationException e =
        catchThrowableOfType(
            ValidationException.class, () -> JsonSchema.parse("true").validate(deep));
    assertThat(e.violations()).extracting(Violation::rule).containsExactly("depth");
  }

  @Test
  void recursiveSchemasReachTheGreatestDepth() {
    JsonSchema schema =
        JsonSchema.parse(
            """
            {"type":"object","properties":{"n":{"default":1},"kid":{"anyOf":[{"type":"null"},{"$ref":"#"}]}}}
            """);
    String deepest =
        "{\"kid\":".repeat(JsonSchema.MAX_DEPTH - 1) + "{}" + "}".repeat(JsonSchema.MAX_DEPTH - 1);
    assertThat(violations(schema, deepest)).isEmpty();
  }

  @Test
  void refusesNonJsonValues() {
    JsonSchema any =
        JsonSchema.parse("{\"type\":[\"number\",\"string\",\"object\",\"null\"],\"multipleOf\":3}");
    for (JsonNode value :
        List.of(
            DoubleNode.valueOf(Double.NaN),
            DoubleNode.valueOf(Double.NEGATIVE_INFINITY),
            new POJONode(new Object()),
            BinaryNode.valueOf(new byte[] {1}),
            DecimalNode.valueOf(new BigDecimal("1e999999999")),
            DecimalNode.valueOf(new BigDecimal("-3e-999999999")))) {
      assertThat(catchThrowableOfType(ValidationException.class, () -> any.validate(value)))
          .isNotNull();
    }
  }

  @Test
  void boundsPatternsWhateverTheyAndTheValuesAre() {
    String hostile = JsonValue.of("a".repeat(50_000) + "!").text();
    for (String pattern :
        List.of("^(a+)+$", "^(a|a)*$", "^(?=(a+)+$).*", "^((a+)\\\\2?)+$", "(a*)*b\\\\1")) {
      JsonSchema schema = JsonSchema.parse("{\"pattern\":\"" + pattern + "\"}");
      CpuTime time = CpuTime.start();
      assertThat(violations(schema, hostile)).as(pattern).isNotEmpty();
      assertThat(time.spent()).as(pattern).isLessThan(Duration.ofSeconds(5));
    }
  }

  @Test
  void patternsFindAnywhereAndEndAtTheVeryEnd() {
    assertThat(violations(JsonSchema.parse("{\"pattern\":\"b\"}"), "\"abc\"")).isEmpty();
    assertThat(violations(JsonSchema.parse("{\"pattern\":\"^a$\"}"), "\"a\\n\"")).hasSize(1);
    assertThat(violations(JsonSchema.parse("{\"pattern\":\"^(?!b)a$\"}"), "\"a\\n\"")).hasSize(1);
    assertThat(violations(JsonSchema.parse("{\"pattern\":\"^(?!b)a\\\\$\"}"), "\"a$\"")).isEmpty();
  }

  @Test
  void boundsTheWorkOfMultiplyingAlternatives() {
    JsonSchema schema =
        JsonSchema.parse(
            """
            {"$ref":"#/$defs/k","$defs":{"k":{"properties":{"d":{"default":1},
              "x":{"anyOf":[{"$ref":"#/$defs/k"},{"$ref":"#/$defs/k"},{"$ref":"#/$defs/k"}]}},"required":["q"]}}}
            """);
    CpuTime time = CpuTime.start();
    assertThat(violations(schema, "{\"x\":".repeat(60) + "{}" + "}".repeat(60))).isNotEmpty();
    assertThat(time.spent()).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void endsAtCircularReferences() {
    JsonSchema schema =
        JsonSchema.parse(
            "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}}}");
    assertThat(violations(schema, "{}")).extracting(Violation::rule).containsExactly("complexity");
  }

  @Test
  void listsTheFirstHundredViolationsAndSaysHowManyThereAre() {
    JsonSchema schema = JsonSchema.parse("{\"items\":{\"type\":\"string\"}}");
    List<Violation> found = violations(schema, "[" + "1,".repeat(249) + "1]");
    assertThat(found).hasSize(SchemaErrors.MAX_VIOLATIONS);
    assertThat(found.getLast().message()).contains("151 more");
  }

  @Test
  void neverQuotesTheOffendingValue() {
    JsonSchema schema =
        JsonSchema.parse(
            """
            {"properties":{"a":{"const":1},"b":{"enum":[1]},"c":{"pattern":"x"},"d":{"type":"integer"},
              "e":{"not":{"type":"string"}},"f":{"oneOf":[{"type":"integer"},{"maxLength":1}]}}}
            """);
    String secret = "\"s3cret\"";
    String value =
        "{\"a\":%1$s,\"b\":%1$s,\"c\":%1$s,\"d\":%1$s,\"e\":%1$s,\"f\":%1$s}".formatted(secret);
    assertThat(violations(schema, value))
        .hasSizeGreaterThanOrEqualTo(6)
        .allMatch(v -> !v.message().contains("s3cret"));
  }

  @Test
  void isSharedByThreads() {
    JsonSchema schema =
        JsonSchema.parse("{\"properties\":{\"n\":{\"type\":\"integer\",\"default\":1}}}");
    List<Integer> bad =
        java.util.stream.IntStream.range(0, 2000)
            .parallel()
            .filter(i -> violations(schema, i % 2 == 0 ? "{}" : "{\"n\":\"x\"}").size() != i % 2)
            .boxed()
            .toList();
    assertThat(bad).isEmpty();
  }

  private static List<Violation> violations(JsonSchema schema, String value) {
    try {
      schema.validate(Json.read(value));
      return List.of();
    } catch (ValidationException e) {
      return e.violations();
    }
  }
}

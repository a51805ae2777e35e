package dev.adk4j.schema;

import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolSchemaTests {

  @Test
  void showsTheValidatingSchema() {
    ToolSchema schema =
        ToolSchema.parse(
            """
            {"type":"object","properties":{"q":{"type":"string"},"free":{"type":"string","minLength":0},
             "kind":{"type":"string","enum":["","a"]},"note":{"type":["string","null"]},"d":{"type":"string","default":""},
             "where":{"type":"object","properties":{"city":{"type":"string"}}},"any":{},
             "open":{"type":"object","additionalProperties":true},"list":{"items":{"type":"object"}}}}
            """);
    assertThat(schema.json())
        .isEqualTo(
            JsonValue.parse(
                """
                {"type":"object","properties":{"q":{"type":"string","minLength":1},"free":{"type":"string","minLength":0},
                 "kind":{"type":"string","enum":["","a"]},"note":{"type":["string","null"],"minLength":1},
                 "d":{"type":"string","default":""},
                 "where":{"type":"object","properties":{"city":{"type":"string","minLength":1}},
                   "additionalProperties":false},"any":{},
                 "open":{"type":"object","additionalProperties":true},
                 "list":{"items":{"type":"object","additionalProperties":false}}},"additionalProperties":false}
                """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"string\"}",
        "{}",
        "true",
        "[]",
        "{\"type\":[\"object\",\"null\"]}",
        "{\"type\":\"object\",\"properties\":3}",
        "not json"
      })
  void refusesOtherThanObjectSchemas(String schema) {
    assertFails(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE, () -> ToolSchema.parse(schema))
        .hasCauseInstanceOf(ValidationException.class);
  }

  @Test
  void reportsAWrongRootTogetherWithTheRest() {
    AdkException e =
        catchThrowableOfType(
            AdkException.class,
            () -> ToolSchema.parse("{\"type\":\"array\",\"items\":{\"minLength\":\"x\"}}"));
    assertThat(((ValidationException) e.getCause()).violations())
        .extracting(Violation::path)
        .contains("$.type", "$.items.minLength");
  }

  @Test
  void closesAComposedObjectAsAWhole() {
    ToolSchema schema =
        ToolSchema.parse(
            """
            {"type":"object","properties":{"own":{"type":"integer"}},
             "allOf":[{"$ref":"#/$defs/base"},{"properties":{"extra":{"type":"integer"}}}],
             "$defs":{"base":{"type":"object","properties":{"id":{"type":"integer"}}}}}
            """);
    assertThat(violations(schema, "{\"own\":1,\"id\":2,\"extra\":3}")).isEmpty();
    assertThat(violations(schema, "{\"own\":1,\"alien\":3}"))
        .containsExactly(new Violation("$.alien", "unknown", "is not allowed here"));
    assertThat(paths(schema, "{\"own\":\"x\"}")).containsExactly("$.own");
    // Not also unknown, which it is only because what vouches for it failed.
    assertThat(rules(schema, "{\"id\":\"x\"}")).containsExactly("type");
  }

  @Test
  void closesPlainAlternativesEachForItself() {
    ToolSchema schema =
        ToolSchema.parse(
            """
            {"type":"object","properties":{"shape":{"oneOf":[
              {"type":"object","properties":{"radius":{"type":"number"}}},
              {"type":"object","properties":{"width":{"type":"number"}},"required":["width"]}]}}}
            """);
    assertThat(violations(schema, "{\"shape\":{\"radius\":1}}")).isEmpty();
    assertThat(violations(schema, "{\"shape\":{\"width\":1}}")).isEmpty();
    assertThat(violations(schema, "{\"shape\":{\"radius\":1,\"width\":1}}")).isNotEmpty();
  }

  @Test
  void closesOneOfSeveralRequirementsWithoutUnevaluatedProperties() {
    ToolSchema schema =
        ToolSchema.parse(
            """
            {"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},
             "anyOf":[{"required":["a"]},{"required":["b"]}]}
            """);
    assertThat(schema.json().at("/additionalProperties")).isEqualTo(JsonValue.parse("false"));
    assertThat(violations(schema, "{\"a\":1,\"b\":2}")).isEmpty();
    assertThat(paths(schema, "{\"a\":1,\"c\":2}")).containsExactly("$.c");
  }

  @Test
  void closesASharedDefinitionWhereverItStands() {
    ToolSchema schema =
        ToolSchema.parse(
            """
            {"type":"object","properties":{"home":{"$ref":"#/$defs/address"},"alien":{"$ref":"#/$defs/free"},
               "office":{"allOf":[{"$ref":"#/$defs/address"},{"properties":{"floor":{"type":"integer"}}}]}},
             "$defs":{"address":{"type":"object","properties":{"city":{"type":"string"}}},
               "free":{"type":"object","additionalProperties":true}}}
            """);
    assertThat(
            violations(
                schema,
                "{\"home\":{\"city\":\"Oslo\"},\"office\":{\"city\":\"Oslo\",\"floor\":2},\"alien\":{\"x\":1}}"))
        .isEmpty();
    assertThat(paths(schema, "{\"home\":{\"x\":1},\"office\":{\"x\":2}}"))
        .containsExactlyInAnyOrder("$.home.x", "$.office.x");
  }

  @Test
  void closesRecursiveObjects() {
    ToolSchema schema =
        ToolSchema.parse(
            """
            {"type":"object","properties":{"name":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#"}}}}
            """);
    assertThat(
            violations(schema, "{\"name\":\"a\",\"kids\":[{\"name\":\"b\",\"kids\":[{\"x\":1}]}]}"))
        .containsExactly(new Violation("$.kids[0].kids[0].x", "unknown", "is not allowed here"));
  }

  @Test
  void leavesConditionsAlone() {
    ToolSchema schema =
        ToolSchema.parse(
            """
            {"type":"object","properties":{"kind":{"type":"string"},"n":{"type":"integer"}},
             "if":{"properties":{"kind":{"const":"big"}},"required":["kind"]},"then":{"required":["n"]}}
            """);
    assertThat(violations(schema, "{\"kind\":\"small\"}")).isEmpty();
    assertThat(paths(schema, "{\"kind\":\"big\"}")).containsExactly("$.n");
    assertThat(violations(schema, "{\"kind\":\"big\",\"n\":1}")).isEmpty();
    assertThat(paths(schema, "{\"x\":\"big\",\"n\":1}")).containsExactly("$.x");
  }

  @Test
  void writesNothingIntoASchemaFromElsewhere() {
    JsonValue given =
        JsonValue.parse(
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"default\":null}}}");
    ToolSchema schema = ToolSchema.verbatim(given);
    assertThat(schema.json()).isEqualTo(given);
    assertThat(schema.validate(Json.read("{\"b\":1,\"c\":\"\"}")))
        .isEqualTo(Json.read("{\"b\":1,\"c\":\"\"}"));
  }

  @Test
  void takesRefusedNullsOfOptionalPropertiesAsAbsent() {
    ToolSchema schema =
        ToolSchema.parse(
            """
            {"type":"object","properties":{"must":{"type":"integer"},"may":{"type":"string"},
             "ten":{"type":"integer","default":10},"null":{"type":["integer","null"],"default":3},
             "any":{},"deep":{"anyOf":[{"$ref":"#/$defs/deep"},{"type":"null"}]},
             "list":{"type":"array","items":{"$ref":"#/$defs/deep"}}},"required":["must"],
             "$defs":{"deep":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer","default":1}}}}}
            """);
    assertThat(
            schema.validate(
                Json.read(
                    """
                    {"must":1,"may":null,"ten":null,"null":null,"any":null,"deep":{"a":null,"b":null},
                     "list":[{"a":null}]}
                    """)))
        .isEqualTo(
            Json.read(
                "{\"must\":1,\"null\":null,\"any\":null,\"deep\":{\"b\":1},\"list\":[{\"b\":1}],\"ten\":10}"));
    assertThat(violations(schema, "{\"must\":null}"))
        .extracting(Violation::path, Violation::rule)
        .containsExactly(tuple("$.must", "type"));
    assertThat(paths(schema, "{\"must\":1,\"list\":[null]}")).containsExactly("$.list[0]");
    ToolSchema others =
        ToolSchema.verbatim("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}");
    assertThat(violations(others, "{\"a\":null}")).hasSize(1);
  }

  @Test
  void runsChecksOnCompleteArgumentsOnly() {
    ToolSchema schema =
        ToolSchema.parse(
                "{\"type\":\"object\",\"properties\":{\"from\":{\"type\":\"integer\",\"default\":5},\"to\":{\"type\":\"integer\"}},\"required\":[\"to\"]}")
            .withCheck(
                (args, found) ->
                    found.check(
                        args.get("from").intValue() < args.get("to").intValue(),
                        "$.to",
                        "order",
                        "must be after from"))
            .withCheck(
                (args, found) -> found.check(args.size() == 2, "$", "size", "must have both"));
    assertThat(violations(schema, "{\"to\":4}"))
        .containsExactly(new Violation("$.to", "order", "must be after from"));
    assertThat(rules(schema, "{}")).containsExactly("required");
    assertThat(violations(schema, "{\"to\":6}")).isEmpty();
  }

  @Test
  void passesExceptionsOfChecksOn() {
    IllegalStateException broken = new IllegalStateException("down");
    ToolSchema schema = ToolSchema.empty().withCheck((args, found) -> raise(broken));
    assertThatThrownBy(() -> schema.validate(Json.read("{}"))).isSameAs(broken);
  }

  @Test
  void takesOneMoreChoiceBeforeTheRest() {
    ToolSchema schema =
        ToolSchema.parse(
                "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"default\":3},\"id\":{\"type\":\"null\"}},\"required\":[\"id\"]}")
            .withChoice("id", "Which.", List.of("a", "b"));
    assertThat(schema.json())
        .isEqualTo(
            JsonValue.parse(
                """
                {"type":"object","properties":{"id":{"type":"string","description":"Which.","enum":["a","b"]},
                 "n":{"type":"integer","default":3}},"required":["id"],"additionalProperties":false}
                """));
    assertThat(schema.validate(Json.read("{\"id\":\"b\"}")))
        .isEqualTo(Json.read("{\"id\":\"b\",\"n\":3}"));
    assertThat(rules(schema, "{\"id\":\"c\"}")).containsExactly("enum");
    assertThat(rules(schema, "{}")).containsExactly("required");
  }

  private static List<String> paths(ToolSchema schema, String value) {
    return violations(schema, value).stream().map(Violation::path).toList();
  }

  private static List<String> rules(ToolSchema schema, String value) {
    return violations(schema, value).stream().map(Violation::rule).toList();
  }

  private static List<Violation> violations(ToolSchema schema, String value) {
    try {
      schema.validate(Json.read(value));
      return List.of();
    } catch (ValidationException e) {
      return e.violations();
    }
  }
}

package dev.adk4j.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.ValidationException;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.value.JsonValue;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GateSchemaTests {

  record Decision(boolean approved, int limit) {}

  private static final JsonSchema SCHEMA =
      JsonSchema.parse(
          """
          {"type":"object","required":["approved"],"properties":{
            "approved":{"type":"boolean"},"limit":{"type":"integer","default":10}}}
          """);

  @Test
  void givesTheWaiterJsonWithDefaults() throws Exception {
    assertThat(GateSchema.json(SCHEMA).validate(Map.of("approved", true)))
        .isEqualTo(JsonValue.parse("{\"approved\":true,\"limit\":10}"));
    assertThat(GateSchema.json(JsonSchema.parse("true")).validate(null))
        .isEqualTo(JsonValue.parse("null"));
  }

  @Test
  void givesTheWaiterARecord() throws Exception {
    GateSchema<Decision> schema = GateSchema.typed(SCHEMA, Decision.class);
    assertThat(schema.validate(JsonValue.parse("{\"approved\":false}")))
        .isEqualTo(new Decision(false, 10));
    assertThat(schema.validate(new Decision(true, 3))).isEqualTo(new Decision(true, 3));
  }

  @Test
  void refusesInvalidValues() {
    GateSchema<Decision> schema = GateSchema.typed(SCHEMA, Decision.class);
    assertThatThrownBy(() -> schema.validate(Map.of("approved", "yes")))
        .isInstanceOf(ValidationException.class)
        .hasMessage("$.approved must be boolean, was string");
    assertThatThrownBy(() -> schema.validate(Map.of("approved", true, "limit", 9_999_999_999L)))
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> schema.validate(null)).isInstanceOf(ValidationException.class);
  }

  @Test
  void tellsTheJsonSchemaThatItChecksAgainst() {
    JsonSchema schema = JsonSchema.parse("{\"type\": \"boolean\"}");

    assertThat(GateSchema.json(schema).jsonSchema()).contains(schema.json());
    assertThat(GateSchema.typed(schema, Boolean.class).jsonSchema()).contains(schema.json());
    assertThat(GateSchema.instanceOf(String.class).jsonSchema()).isEmpty();
    assertThat(GateSchema.instanceOf(String.class).described(schema.json()).jsonSchema())
        .contains(schema.json());
  }
}

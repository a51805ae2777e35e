package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import dev.adk4j.value.Json;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Valid schemas of tools that a provider, or Spring AI's client for it, refuses or shortens. One of
 * them must not fail the requests of every turn, and the model must see all of it.
 */
class ToolSchemasTests {

  private static final String NOTE = "The arguments must match this JSON Schema: ";

  private final RecordedServer server = RecordedServer.start();

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  /** Schemas that no provider may see as they are, and the arguments that each sees. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"type":"object","properties":{"a":{}},"anyOf":[{"required":["a"]}]} | {"a":{}}
          {"type":"object","properties":{"a":{}},"oneOf":[{"required":["a"]}],"not":{"required":["b"]}} | {"a":{}}
          {"type":"object","allOf":[{"properties":{"a":{}}}],"enum":[{}],"if":{},"then":{},"else":{}} | {}
          """)
  void restrictionsOfTheWholeAreInTheDescription(String schema, String arguments) throws Exception {
    for (String model : new String[] {"openai", "anthropic", "gemini", "ollama"}) {
      Declared sent = sent(model, schema);
      assertThat(sent.schema().path("properties")).as(model).isEqualTo(Json.read(arguments));
      assertThat(sent.description()).as(model).contains(NOTE + "{\"type\":\"object\"");
      for (String refused : new String[] {"anyOf", "oneOf", "allOf", "not", "enum", "if"}) {
        assertThat(sent.schema().has(refused)).as(model + " " + refused).isFalse();
      }
    }
  }

  /** Schemas with references, and the arguments that Anthropic and Gemini see. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"type":"object","properties":{"a":{"$ref":"#/$defs/A","description":"own"}},"$defs":{"A":{"description":"d","type":"object","properties":{"b":{"$ref":"#/$defs/B~1C"}}},"B/C":{"type":"string"}}} | {"a":{"description":"own","type":"object","properties":{"b":{"type":"string"}}}} | =
          {"type":"object","properties":{"default":{"$ref":"#/definitions/%C3%A4"}},"definitions":{"ä":{"type":"string"}}} | {"default":{"type":"string"}} | =
          {"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"a":{"type":"string"}}}}} | {"a":{"type":"string"}} | =
          {"type":"object","properties":{"a":{"$ref":"#/properties/b"},"b":{"type":"string"}}} | {"a":{"$ref":"#/properties/b"},"b":{"type":"string"}} | {"a":{"type":"string"},"b":{"type":"string"}}
          {"type":"object","properties":{"a/b":{"$ref":"#/$defs/A"},"c":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}} | {"c":{"type":"string"}} | {"a/b":{"type":"string"},"c":{"type":"string"}}
          {"type":"object","properties":{"b":{"items":{"$ref":"#/$defs/A"}},"c":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}} | {"b":{"items":{"type":"string"}},"c":{"$ref":"#/properties/b/items"}} | {"b":{"items":{"type":"string"}},"c":{"type":"string"}}
          {"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}}}}} | {"a":{"$ref":"#"}} | {"a":{"type":"object","properties":{"a":{}}}}
          {"type":"object","properties":{"x":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}}}}} | {"x":{"type":"object","properties":{"a":{"$ref":"#/properties/x"}}}} | {"x":{"type":"object","properties":{"a":{}}}}
          {"type":"object","properties":{"a":{"type":"object","properties":{"b":{"$ref":"#"}}}}} | {"a":{"type":"object","properties":{"b":{"$ref":"#"}}}} | {"a":{"type":"object","properties":{"b":{"type":"object","properties":{"a":{"type":"object","properties":{"b":{}}}}}}}}
          {"type":"object","properties":{"a":{"$ref":"#x"}},"$defs":{"A":{"$anchor":"x","type":"string"}}} | {"a":{}} | =
          {"type":"object","properties":{"a":{"$ref":"#/$defs/A%A"}},"$defs":{"A%A":{"type":"string"}}} | {"a":{}} | =
          {"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"$ref":"#/$defs/A"}}} | {"a":{}} | =
          """)
  void definitionsStandWhereTheyAreUsed(String schema, String anthropic, String gemini)
      throws Exception {
    for (String model : new String[] {"anthropic", "gemini"}) {
      Declared sent = sent(model, schema);
      String right = model.equals("anthropic") || gemini.equals("=") ? anthropic : gemini;
      assertThat(small(sent.schema().path("properties"))).as(model).isEqualTo(Json.read(right));
      boolean less = right.contains("{}") || model.equals("anthropic") && schema.contains("a/b");
      assertThat(sent.description().contains(NOTE)).as(model).isEqualTo(less);
      assertThat(sent.schema().has("$defs")).as(model).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":[\"string\",\"integer\",\"null\"]}",
        "{\"enum\":[{\"a\":1},[2]]}",
        "{\"type\":\"array\",\"items\":true}",
        "{\"anyOf\":[true,{\"type\":\"string\"}]}",
        "{\"anyOf\":[{\"type\":[\"string\",\"integer\"]}]}"
      })
  void aTypeThatTheClientCannotWriteIsInTheDescription(String type) throws Exception {
    String schema = "{\"type\":\"object\",\"properties\":{\"a\":" + type + "}}";
    assertThat(sent("gemini", schema).description()).isEqualTo("Odd.\n\n" + NOTE + schema);
    assertThat(sent("openai", schema).description()).isEqualTo("Odd.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"$select", "filter[status]", "größe", "a b", "@odata.type"})
  void anArgumentWhoseNameIsRefusedIsInTheDescription(String name) throws Exception {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"%s\":{\"type\":\"string\"},\"b\":{}},\"required\":[\"%s\",\"b\"]}"
            .formatted(name, name);
    Declared sent = sent("anthropic", schema);
    assertThat(sent.schema().path("properties").propertyNames()).containsExactly("b");
    assertThat(sent.schema().path("required").toString()).isEqualTo("[\"b\"]");
    assertThat(sent.description()).isEqualTo("Odd.\n\n" + NOTE + schema);
    assertThat(sent("openai", schema).schema().path("properties").has(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic", "gemini", "ollama"})
  void whatIsAcceptedStays(String model) throws Exception {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"enum\":[\"x\"]}},\"required\":[\"a\"]}";
    Declared sent = sent(model, schema);
    assertThat(sent.description()).isEqualTo("Odd.");
    assertThat(small(sent.schema().path("properties")))
        .isEqualTo(Json.read(schema).path("properties"));
  }

  /** Definitions that multiply are cut, and the turn goes on. */
  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "gemini"})
  void definitionsThatMultiplyAreCut(String model) throws Exception {
    StringBuilder defs = new StringBuilder("\"d0\":{\"type\":\"string\"}");
    for (int i = 1; i < 20; i++) {
      String below = "{\"$ref\":\"#/$defs/d" + (i - 1) + "\"}";
      defs.append(",\"d%d\":{\"properties\":{\"l\":%s,\"r\":%s}}".formatted(i, below, below));
    }
    Declared sent =
        sent(
            model,
            "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/d19\"}},\"$defs\":{"
                + defs
                + "}}");
    assertThat(sent.schema().toString()).hasSizeLessThan(20_000);
    assertThat(sent.description().contains(NOTE)).isEqualTo(model.equals("gemini"));
  }

  /** A tool as the provider sees it. */
  private record Declared(String description, JsonNode schema) {}

  private Declared sent(String model, String schema) throws Exception {
    String words = "\"content\":\"Done.\"";
    server.json(200, ProviderFormsTests.words(model, false, words, "[{\"text\":\"Done.\"}]"));
    Tool odd =
        Tool.builder("odd")
            .description("Odd.")
            .inputSchema(ToolSchema.verbatim(schema))
            .handler((args, ctx, meta) -> ToolOutput.text("x"))
            .build();
    Agent agent =
        new Agent(
                ChatModelExecutor.builder(RecordedModels.of(model, server.url()))
                    .options(LlmExecutorOptions.builder().autoAck(true).stream(false).build())
                    .build())
            .without("weather")
            .with(odd);
    assertThat(agent.ask("hi")).hasNoErrors();
    assertThat(agent.answers()).containsExactly("Done.");
    JsonNode tool = server.requests().getLast().at("/tools/0");
    JsonNode declared =
        switch (model) {
          case "anthropic" -> tool;
          case "gemini" -> tool.at("/functionDeclarations/0");
          default -> tool.path("function");
        };
    return new Declared(
        declared.path("description").asString(),
        declared.path(model.equals("anthropic") ? "input_schema" : "parameters"));
  }

  /** Gemini's types are in capitals. */
  private static JsonNode small(JsonNode schema) {
    return Json.read(schema.toString().replace("OBJECT", "object").replace("STRING", "string"));
  }
}

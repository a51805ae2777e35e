package dev.adk4j.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.bytes.InMemoryByteStore;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.JsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BinaryNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.POJONode;

/**
 * Whatever comes in: an {@code AdkException} of the right code, or a result that holds together.
 */
class ToolPropertyTests {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> NAMES =
      List.of(
          "q",
          "n",
          "list",
          "where",
          "kind",
          "free",
          "any",
          "",
          "a b",
          "$ref",
          "__proto__",
          "q\u0000",
          "\ud800",
          "é");
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "calm",
          "3",
          "\u0000\u0001\n",
          "\ud800",
          "\udc00x",
          "😀",
          "a".repeat(5000),
          "${x}",
          "{0}",
          "'");

  private final ToolSchema schema =
      ToolSchema.parse(
          """
          {"type":"object","required":["q"],"properties":{
            "q":{"type":"string","pattern":"^[^b]*$"},
            "n":{"type":"integer","minimum":-5,"multipleOf":3,"default":3},
            "kind":{"enum":["calm",3,null]},
            "list":{"type":"array","uniqueItems":true,"maxItems":5,"items":{"$ref":"#/$defs/node"}},
            "where":{"anyOf":[{"$ref":"#/$defs/node"},{"type":"string","format":"date"},{"type":"null"}]},
            "free":{"type":"object","additionalProperties":{"type":["number","string"]},"propertyNames":{"maxLength":3}},
            "any":{}},
           "$defs":{"node":{"type":"object","properties":{"q":{"type":"string","default":"d"},
             "list":{"type":"array","items":{"$ref":"#/$defs/node"}},"n":{"oneOf":[{"type":"integer"},{"minimum":3}]}}}}}
          """);

  private final Tool tool =
      Tool.builder("t")
          .description("d")
          .inputSchema(schema)
          .handler((args, ctx, meta) -> ToolOutput.text(args.toString()))
          .build();

  /** One of so many arguments is tried. */
  int share() {
    return 4;
  }

  @Test
  void argumentsOfAnyShapeAreValidatedOrRefused() {
    Random random = new Random(20260101);
    int accepted = 0;
    for (int i = 0; i < 20_000 / share(); i++) {
      JsonNode args = i % 3 == 0 ? plausible(random) : value(random, 6);
      JsonNode before = args.deepCopy();
      try {
        JsonNode valid = tool.validate(args);
        accepted++;
        assertThat(valid.get("n")).isNotNull();
        assertThat(tool.validate(valid)).isEqualTo(valid);
      } catch (AdkException e) {
        assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_INVALID_TOOL_ARGS);
        assertThat(e.getMessage().length()).isLessThan(100_000);
      }
      assertThat(args).isEqualTo(before);
    }
    assertThat(accepted).isGreaterThan(100);
  }

  @Test
  void callsOfAnyShapeBecomeRecords() {
    Random random = new Random(20260102);
    FakeDispatch dispatch = new FakeDispatch();
    dispatch.tools.register(tool);
    for (int i = 0; i < 3_000; i++) {
      dispatch.events.clear();
      dispatch.stored.clear();
      dispatch.turnToolCalls.clear();
      JsonNode args = i % 2 == 0 ? plausible(random) : value(random, 5);
      ToolCall record =
          ToolCallRunner.run(
              dispatch.context(), dispatch.helpers(), i % 7 == 0 ? "other" : "t", args);
      assertThat(dispatch.stored).containsExactly(record);
      assertThat(record.isError()).isEqualTo(record.results() instanceof ToolResults.Text);
    }
  }

  @Test
  void argumentTextsOfAnyShapeBecomeRecords() {
    Random random = new Random(20260103);
    FakeDispatch dispatch = new FakeDispatch();
    dispatch.tools.register(tool);
    for (int i = 0; i < 3_000 / share(); i++) {
      String text = mutilated(random, new JsonMapper().writeValueAsString(plausible(random)));
      ToolCall record =
          ToolCallRunner.run(
              dispatch.context(), dispatch.helpers(), ToolCallRequest.ofText("c" + i, "t", text));
      assertThat(record.providerId()).contains("c" + i);
    }
  }

  @Test
  void schemasOfAnyShapeAreMadeOrRefused() {
    Random random = new Random(20260104);
    int made = 0;
    for (int i = 0; i < 1_500; i++) {
      JsonNode generated = schemaLike(random, 4);
      try {
        ToolSchema parsed = ToolSchema.of(JsonValue.of(generated));
        made++;
        assertThat(ToolSchema.of(parsed.json()).json()).isEqualTo(parsed.json());
        validateAny(parsed, random);
      } catch (AdkException e) {
        assertThat(e.errorCode())
            .isIn(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE, AdkErrorCode.VALIDATION_EXCEPTION);
      }
    }
    assertThat(made).isGreaterThan(100);
  }

  @Test
  void textsAndBytesOfAnyShapeAreSpooledWithTheirSize() throws Exception {
    Random random = new Random(20260105);
    InMemoryByteStore<SpoolReader> store = InMemoryByteStore.ofTexts();
    for (int i = 0; i < 3_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = random.nextInt(4) == 0 ? (byte) '\n' : bytes[at];
      }
      String text =
          new String(bytes, StandardCharsets.UTF_16BE) + (random.nextBoolean() ? "\n" : "");
      for (ToolOutput output : List.of(ToolOutput.bytes(bytes), ToolOutput.text(text))) {
        ToolResults.Artifacts results =
            (ToolResults.Artifacts) ToolCallRunner.wrap(tool, output, "c", store);
        var artifact = results.items().getFirst();
        assertThat(artifact.byteLength()).isEqualTo(artifact.reader().byteLength());
        assertThat(artifact.lineCount()).isEqualTo(artifact.reader().lineCount());
      }
    }
  }

  private static void validateAny(ToolSchema schema, Random random) {
    for (int i = 0; i < 3; i++) {
      try {
        schema.validate(value(random, 4));
      } catch (AdkException e) {
        assertThat(e.errorCode()).isEqualTo(AdkErrorCode.VALIDATION_EXCEPTION);
      }
    }
  }

  private static JsonNode plausible(Random random) {
    ObjectNode args = JSON.objectNode();
    args.put("q", pick(random, TEXTS));
    for (String name : List.of("n", "kind", "list", "where", "free", "any")) {
      if (random.nextInt(4) == 0) {
        args.set(
            name,
            switch (name) {
              case "n" -> JSON.numberNode(3 * random.nextInt(5));
              case "kind" -> JSON.stringNode("calm");
              case "list" -> JSON.arrayNode().add(JSON.objectNode().put("q", "x"));
              default -> value(random, 3);
            });
      }
    }
    return args;
  }

  static JsonNode value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 16 : 12)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.booleanNode(random.nextBoolean());
      case 2 -> JSON.numberNode(random.nextInt(-10, 10));
      case 3 -> JSON.numberNode(random.nextLong());
      case 4 ->
          JSON.numberNode(
              pick(
                  random, List.of(0.1, -0.0, 1e300, Double.NaN, Double.POSITIVE_INFINITY, 5e-324)));
      case 5 ->
          JSON.numberNode(
              pick(
                  random,
                  List.of(
                      new BigDecimal("1e999999999"),
                      new BigDecimal("3.00"),
                      new BigDecimal("1e-99999"))));
      case 6 -> JSON.numberNode(BigInteger.TWO.pow(random.nextInt(3000)));
      case 7 -> random.nextInt(10) == 0 ? new POJONode(new Object()) : JSON.stringNode("calm");
      case 8 -> random.nextInt(10) == 0 ? BinaryNode.valueOf(new byte[] {1}) : JSON.nullNode();
      case 9, 10, 11 -> JSON.stringNode(pick(random, TEXTS));
      case 12, 13 -> {
        ArrayNode array = JSON.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(value(random, depth - 1));
        }
        yield array;
      }
      default -> {
        ObjectNode object = JSON.objectNode();
        for (int i = random.nextInt(5); i > 0; i--) {
          object.set(pick(random, NAMES), value(random, depth - 1));
        }
        yield object;
      }
    };
  }

  private static JsonNode schemaLike(Random random, int depth) {
    ObjectNode schema = JSON.objectNode();
    if (depth == 4 || random.nextInt(3) == 0) {
      schema.put(
          "type",
          depth == 4
              ? "object"
              : pick(random, List.of("object", "string", "integer", "array", "nope")));
    }
    for (int i = random.nextInt(4); depth > 0 && i > 0; i--) {
      String keyword =
          pick(
              random,
              List.of(
                  "properties",
                  "items",
                  "anyOf",
                  "allOf",
                  "oneOf",
                  "not",
                  "if",
                  "then",
                  "$defs",
                  "$ref",
                  "default",
                  "minLength",
                  "pattern",
                  "enum",
                  "additionalProperties",
                  "required",
                  "prefixItems",
                  "dependentSchemas"));
      schema.set(keyword, keywordValue(random, keyword, depth));
    }
    return schema;
  }

  private static JsonNode keywordValue(Random random, String keyword, int depth) {
    if (random.nextInt(25) == 0) {
      return value(random, 2);
    }
    return switch (keyword) {
      case "properties", "$defs", "dependentSchemas" ->
          JSON.objectNode()
              .<ObjectNode>set("q", schemaLike(random, depth - 1))
              .set(pick(random, List.of("n", "list", "a/b~c")), schemaLike(random, depth - 1));
      case "anyOf", "allOf", "oneOf", "prefixItems" ->
          JSON.arrayNode().add(schemaLike(random, depth - 1)).add(schemaLike(random, depth - 1));
      case "$ref" ->
          JSON.stringNode(
              pick(random, List.of("#", "#/$defs/q", "#/properties/q", "#/anyOf/0", "#x")));
      case "default" -> value(random, 1);
      case "minLength" -> JSON.numberNode(random.nextInt(3));
      case "pattern" ->
          JSON.stringNode(pick(random, List.of("^a", "(?=a)b", "(", "a{2,1}", "\\p{L}", "$")));
      case "enum" -> JSON.arrayNode().add(1).add("a");
      case "required" -> JSON.arrayNode().add("q");
      default ->
          random.nextInt(4) == 0
              ? JSON.booleanNode(random.nextBoolean())
              : schemaLike(random, depth - 1);
    };
  }

  private static String mutilated(Random random, String text) {
    StringBuilder changed = new StringBuilder(text);
    for (int i = random.nextInt(3); i > 0 && !changed.isEmpty(); i--) {
      int at = random.nextInt(changed.length());
      switch (random.nextInt(3)) {
        case 0 -> changed.deleteCharAt(at);
        case 1 ->
            changed.insert(
                at, pick(random, List.of("\"", "{", "}", ",", "\\", "\ud800", "\u0000")));
        default -> changed.setLength(at);
      }
    }
    return changed.toString();
  }

  private static <T> T pick(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}

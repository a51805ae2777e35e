package dev.adk4j.primitive;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.ValidationException;
import dev.adk4j.token.TokenEncoding;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Whatever comes in: a valid record or an {@link AdkException}; no other throwable, no hang. */
@Timeout(300)
class BadInputPropertyTests {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final SnapshotCodec CODEC = Gen.CODEC;

  /** As lenient as mappers get: takes NaN and duplicate keys. */
  private static final JsonMapper LENIENT =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private static final Set<ErrorCode> DECODING =
      Set.of(
          AdkErrorCode.VALIDATION_EXCEPTION,
          AdkErrorCode.E_NO_READER_RESOLVER,
          AdkErrorCode.E_ARTIFACT_TYPE_UNKNOWN,
          AdkErrorCode.E_READER_LOCATOR_INVALID,
          AdkErrorCode.E_URL_NOT_ALLOWED);

  private final Gen gen = new Gen(4);
  private final int share = share();
  private int tried;
  private int accepted;
  private final Map<ErrorCode, Integer> refused = new HashMap<>();

  /** One of so many inputs is tried. */
  int share() {
    return 2;
  }

  private void attempt(Runnable action) {
    tried++;
    try {
      action.run();
      accepted++;
    } catch (AdkException e) {
      refused.merge(e.errorCode(), 1, Integer::sum);
      if (e.getMessage() == null || e.getMessage().length() > 20_000) {
        fail("message of " + (e.getMessage() == null ? "null" : e.getMessage().length()), e);
      }
      if (e.getCause() instanceof ValidationException all && all.violations().isEmpty()) {
        fail("no violation", e);
      }
    } catch (Throwable e) {
      fail("after " + tried, e);
    }
  }

  // -- strange values

  private static final List<Object> HOSTILE = hostile();

  private static List<Object> hostile() {
    Map<String, Object> cycle = new HashMap<>();
    cycle.put("self", cycle);
    List<Object> wide = new ArrayList<>();
    wide.addAll(List.of(wide, wide));
    JsonNode deep = NODES.nullNode();
    List<Object> deepList = List.of();
    for (int i = 0; i < 5_000; i++) {
      deep = NODES.arrayNode().add(deep);
      deepList = List.of(deepList);
    }
    return Arrays.asList(
        null,
        "",
        " ",
        "\ud800",
        "\u0000",
        "not a date",
        "2024-13-01",
        "2024-02-30T25:00Z",
        "+999999-12-31",
        "TRUE",
        "media:none",
        "spool:none",
        "1e999",
        "9".repeat(500),
        0,
        -1,
        2,
        Double.NaN,
        Double.NEGATIVE_INFINITY,
        Float.NaN,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        BigInteger.TEN.pow(4_000),
        new BigDecimal("1E+2000000000"),
        new BigDecimal("-1E-2000000000"),
        new AtomicInteger(3),
        true,
        'c',
        List.of(),
        Arrays.asList(null, null),
        Map.of(),
        Map.of(1, 2),
        Collections.singletonMap(null, null),
        cycle,
        wide,
        deep,
        deepList,
        new Object(),
        new Object[] {null},
        new int[] {1},
        new byte[] {1},
        NODES.nullNode(),
        NODES.missingNode(),
        NODES.pojoNode(new Object()),
        NODES.pojoNode(null),
        NODES.binaryNode(new byte[] {1}),
        NODES.numberNode(Double.NaN),
        NODES.numberNode(BigInteger.TEN.pow(4_000)),
        NODES.objectNode(),
        NODES.arrayNode(),
        Tokenizable.of(""),
        Tokenizable.dynamic(context -> raise(new IllegalStateException())),
        JsonValue.NULL,
        MediaKind.AUDIO,
        TrustTier.FIRST_PARTY,
        new Gen(1).media(),
        new Gen(1).artifact(),
        new Gen(1).identity(),
        new Gen(1).results(),
        List.of(new Gen(1).media(), new Gen(1).artifact()),
        Thread.currentThread());
  }

  /** The named fields, each the given value, another field's value, or something strange. */
  private Map<String, Object> mangled(Map<String, Object> valid) {
    Map<String, Object> map = new LinkedHashMap<>(valid);
    List<String> names = new ArrayList<>(map.keySet());
    for (int i = 1 + gen.random.nextInt(3); i > 0; i--) {
      String name = names.get(gen.random.nextInt(names.size()));
      switch (gen.random.nextInt(6)) {
        case 0 -> map.remove(name);
        case 1 -> map.put(gen.text(), HOSTILE.get(gen.random.nextInt(HOSTILE.size())));
        case 2 -> map.put(name, gen.plainJson(0));
        default -> map.put(name, HOSTILE.get(gen.random.nextInt(HOSTILE.size())));
      }
    }
    return map;
  }

  private Map<String, Object> fields(JsonNode snapshot) {
    Map<String, Object> map = new LinkedHashMap<>();
    snapshot.properties().forEach(member -> map.put(member.getKey(), member.getValue()));
    return map;
  }

  /** Valid starting points; making each anew would take most of the time. */
  private static <T> List<T> pool(Supplier<T> make) {
    return Stream.generate(make).limit(60).toList();
  }

  private Map<String, Object> live(JsonNode snapshot, String field, Object value) {
    Map<String, Object> map = fields(snapshot);
    map.put(field, value);
    return map;
  }

  @Test
  void untypedConstructors() {
    constructing(
        () -> live(CODEC.encode(gen.message()), "attachments", List.of(gen.media())),
        Message::fromMap);
    constructing(
        () -> live(CODEC.encode(gen.media()), "reader", gen.media().reader()), Media::fromMap);
    constructing(() -> fields(CODEC.encode(gen.memory())), Memory::fromMap);
    constructing(
        () -> live(CODEC.encode(gen.retrievable()), "content", gen.artifact()),
        Retrievable::fromMap);
    constructing(() -> fields(CODEC.encode(gen.thought())), Thought::fromMap);
    constructing(
        () -> live(CODEC.encode(gen.toolCall()), "results", gen.results()), ToolCall::fromMap);
    constructing(() -> fields(CODEC.encode(gen.identity())), Identity::fromMap);
    assertThat(tried).isEqualTo(28_000 / share);
    assertThat(accepted).isBetween(500 / share, 14_000 / share);
  }

  private void constructing(
      Supplier<Map<String, Object>> valid, Consumer<Map<String, Object>> constructor) {
    List<Map<String, Object>> pool = pool(valid);
    for (int i = 0; i < 4_000 / share; i++) {
      Map<String, Object> map = mangled(pool.get(i % pool.size()));
      attempt(() -> constructor.accept(map));
    }
  }

  @Test
  void decoders() {
    decoding(() -> CODEC.encode(gen.message()), CODEC::decodeMessage, Message::fromJson);
    decoding(
        () -> CODEC.encode(gen.media()), CODEC::decodeMedia, json -> Media.fromJson(json, CODEC));
    decoding(() -> CODEC.encode(gen.memory()), CODEC::decodeMemory, Memory::fromJson);
    decoding(
        () -> CODEC.encode(gen.retrievable()), CODEC::decodeRetrievable, Retrievable::fromJson);
    decoding(() -> CODEC.encode(gen.thought()), CODEC::decodeThought, Thought::fromJson);
    decoding(() -> CODEC.encode(gen.toolCall()), CODEC::decodeToolCall, ToolCall::fromJson);
    decoding(() -> CODEC.encode(gen.identity()), CODEC::decodeIdentity, Identity::fromJson);
    decoding(() -> CODEC.encodeText(gen.tokenizable()), CODEC::decodeText, CODEC::decodeText);
    assertThat(tried).isEqualTo(48_000 / share);
    assertThat(accepted).isBetween(2_000 / share, 40_000 / share);
    assertThat(refused)
        .containsKeys(AdkErrorCode.E_NO_READER_RESOLVER, AdkErrorCode.E_ARTIFACT_TYPE_UNKNOWN);
    // Nothing else than what is documented.
    assertThat(refused.keySet())
        .allMatch(code -> code.name().startsWith("E_INVALID_INITIAL_") || DECODING.contains(code));
  }

  private void decoding(
      Supplier<JsonNode> valid, Consumer<JsonNode> decoder, Consumer<JsonNode> other) {
    List<JsonNode> pool = pool(valid);
    for (int i = 0; i < 3_000 / share; i++) {
      JsonNode json = broken(pool.get(i % pool.size()));
      attempt(() -> decoder.accept(json));
      attempt(() -> other.accept(json));
    }
  }

  /** The tree with something strange at one to three places, at any depth. */
  private JsonNode broken(JsonNode tree) {
    JsonNode copy = tree.deepCopy();
    for (int i = 1 + gen.random.nextInt(2); i > 0; i--) {
      JsonNode at = copy;
      while (true) {
        if (at instanceof ObjectNode object && !object.isEmpty()) {
          List<String> names = new ArrayList<>(object.propertyNames());
          String name = names.get(gen.random.nextInt(names.size()));
          JsonNode child = object.get(name);
          if (child.isContainer() && gen.random.nextInt(3) > 0) {
            at = child;
            continue;
          }
          switch (gen.random.nextInt(8)) {
            case 0 -> object.remove(name);
            case 1 -> object.set(gen.text(), strange());
            case 2, 3 -> {}
            default -> object.set(name, strange());
          }
        } else if (at instanceof ArrayNode array && !array.isEmpty()) {
          int index = gen.random.nextInt(array.size());
          if (array.get(index).isContainer() && gen.random.nextInt(3) > 0) {
            at = array.get(index);
            continue;
          }
          array.set(index, strange());
        } else if (gen.random.nextInt(20) == 0) {
          return strange();
        }
        break;
      }
    }
    return copy;
  }

  private JsonNode strange() {
    Object value = HOSTILE.get(gen.random.nextInt(HOSTILE.size()));
    return switch (value) {
      case JsonNode node -> node.isMissingNode() ? NODES.nullNode() : node;
      case String text -> NODES.stringNode(text);
      case Double number -> NODES.numberNode(number);
      case Long number -> NODES.numberNode(number);
      case Boolean flag -> NODES.booleanNode(flag);
      case null, default -> JsonValue.of(gen.plainJson(0)).node();
    };
  }

  @Test
  void values() {
    for (int i = 0; i < 6_000 / share; i++) {
      Object value =
          i < 2_000 / share
              ? HOSTILE.get(i % HOSTILE.size())
              : mangled(Map.of("a", 1, "b", List.of(2), "c", "d"));
      attempt(() -> JsonValue.of(value).text());
      attempt(() -> Attributes.from(value).keys());
      attempt(() -> new Attributes().set("a.b", value));
      attempt(
          () ->
              Identity.fromMap(Samples.with(Map.of("representation", "Bob"), "identifier", value)));
      if (value instanceof JsonNode node) {
        attempt(() -> JsonValue.of(node).canonicalText());
        attempt(() -> Checksum.of("t", node));
      }
    }
    assertThat(tried).isGreaterThan(24_000 / share);
  }

  /** A page of memory that would unfold into more than there is in the world. */
  @Test
  void bombs() {
    Object bomb = List.of("x");
    for (int i = 0; i < 50; i++) {
      bomb = List.of(bomb, Map.of("a", bomb));
    }
    Object lists = bomb;
    JsonNode tree = NODES.stringNode("x");
    for (int i = 0; i < 50; i++) {
      tree = NODES.arrayNode().add(tree).add(tree);
    }
    JsonNode nodes = tree;
    for (Object value : List.of(lists, nodes, Map.of("a", lists), new Object[] {lists})) {
      attempt(() -> JsonValue.of(value));
      attempt(() -> Attributes.from(value));
      attempt(() -> new Attributes().set("a", value));
      attempt(() -> ToolCall.builder().args(Map.of("a", value)).build());
      attempt(
          () ->
              Media.fromMap(
                  Map.of("stash", Map.of("a", Map.of("value", value, "trustTier", value)))));
      attempt(() -> Thought.fromMap(Map.of("payload", value, "content", value)));
    }
    attempt(() -> JsonValue.of(nodes).canonicalText());
    attempt(() -> Checksum.of("t", nodes));
    attempt(() -> CODEC.decodeThought(NODES.objectNode().set("payload", nodes)));
    assertThat(accepted).isZero();
  }

  @Test
  void damagedText() {
    List<String> pool = pool(() -> Json.write(CODEC.encode(gen.toolCall())));
    for (int i = 0; i < 3_000; i++) {
      StringBuilder text = new StringBuilder(pool.get(i % pool.size()));
      for (int c = gen.random.nextInt(4); c > 0; c--) {
        int at = gen.random.nextInt(text.length());
        if (gen.chance()) {
          text.setCharAt(at, (char) gen.random.nextInt(128));
        } else {
          text.deleteCharAt(at);
        }
      }
      String json = text.toString();
      attempt(() -> JsonValue.parse(json));
      attempt(() -> ToolCall.builder().args(json).build());
      try {
        JsonNode tree = LENIENT.readTree(json);
        attempt(() -> CODEC.decodeToolCall(tree));
      } catch (JacksonException e) {
        tried++;
      }
    }
    assertThat(tried).isGreaterThan(8_900);
  }

  @Test
  void hugeTexts() {
    String huge = "xxxxxxxxx\ud800".repeat(1_000_000 / share);
    String digits = "1".repeat(10_000_000 / share);
    for (String text : List.of(huge, digits)) {
      attempt(() -> Message.user(text));
      attempt(() -> CODEC.decodeMessage(CODEC.encode(Message.user(text))));
      attempt(() -> Memory.fromMap(Map.of(text, text)));
      attempt(
          () ->
              Memory.fromMap(
                  Map.of("id", text, "confidence", text, "createdAt", text, "content", text)));
      attempt(() -> JsonValue.parse(text));
      attempt(() -> JsonValue.of(Map.of(text, text)).text());
      attempt(() -> ToolCall.builder().args(text).build());
      attempt(() -> Identity.of(text));
      attempt(() -> MessageRole.fromWire(text));
      attempt(() -> Attributes.of(Map.of(text, text)).get(text));
      attempt(() -> new Attributes().set(text, text));
      attempt(() -> Checksum.of(text, NODES.stringNode(text)));
      attempt(() -> TokenEncoding.of(text));
    }
    assertThat(accepted).isGreaterThan(10);
  }
}

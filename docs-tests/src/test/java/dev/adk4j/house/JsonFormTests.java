package dev.adk4j.house;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.client.Answer;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateState;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaStashEntry;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.RetrievableContent;
import dev.adk4j.primitive.Samples;
import dev.adk4j.primitive.SnapshotCodec;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.prompt.PromptEntry;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.RecordSet;
import dev.adk4j.vector.SearchPlan;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanSerializer;
import tools.jackson.databind.ser.impl.UnknownSerializer;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * The two JSON forms of every public type: what any mapper writes, and what storage keeps. A type
 * without a form is refused.
 */
class JsonFormTests {

  private static final String ARGS =
      "{\"n\":12345678901234567890,\"d\":1.50,\"e\":0.1000000000000000000001,\"b\":false,"
          + "\"z\":null,\"empty\":\"\",\"none\":[],\"deep\":{\"b\":[{\"a\":\"grüße 🦊 \\\"'<\"}],\"a\":{}}}";
  private static final JsonValue JSON = JsonValue.parse(ARGS);
  private static final String AT = "2024-01-01T00:00:00.000Z";
  private static final String TIMES = "\"createdAt\":\"" + AT + "\",\"updatedAt\":\"" + AT + "\"";
  private static final String SECRET = "behind-the-reader";

  private static final SnapshotCodec CODEC =
      new SnapshotCodec(ReaderResolvers.withBuiltIns(), ArtifactTypes.builtIns());

  private static final Map<String, JsonMapper> MAPPERS =
      Map.of(
          "the library's",
          Json.mapper(),
          "a plain one",
          new JsonMapper(),
          "one that leaves out and rewrites what it can",
          JsonMapper.builder()
              .changeDefaultPropertyInclusion(
                  any ->
                      JsonInclude.Value.construct(
                          JsonInclude.Include.NON_EMPTY, JsonInclude.Include.NON_EMPTY))
              .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
              .disable(JsonNodeFeature.WRITE_NULL_PROPERTIES)
              .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
              .addModule(
                  new SimpleModule()
                      .addSerializer(Number.class, ToStringSerializer.instance)
                      .addSerializer(Integer.class, ToStringSerializer.instance))
              .activateDefaultTyping(
                  BasicPolymorphicTypeValidator.builder().allowIfBaseType(Object.class).build())
              .build());

  /**
   * @param snapshot null for a type that is stored only as a part of others
   */
  private record Row(Object value, String display, @Nullable JsonNode snapshot) {
    @Override
    public String toString() {
      return value.getClass().getSimpleName();
    }
  }

  static List<Row> table() {
    SpooledArtifact artifact = new SpooledArtifact(SpoolReader.of(SECRET));
    SpooledArtifact json = new SpooledJsonArtifact(SpoolReader.of(SECRET));
    SpooledArtifact markdown = new SpooledMarkdownArtifact(SpoolReader.of(SECRET));
    Media media = Samples.image().toBuilder().id("i").build();
    MediaStashEntry caption = new MediaStashEntry(JSON, TrustTier.FIRST_PARTY, "i");
    Media captioned = Samples.image().toBuilder().id("i").build();
    captioned.stash().put("text:caption", caption);
    String captionJson =
        "{\"value\":" + ARGS + ",\"trustTier\":\"first-party\",\"derivedFromMedia\":\"i\"}";
    String mediaJson =
        "{\"id\":\"i\",\"kind\":\"image\",\"mimeType\":\"image/png\",\"filename\":\"a.png\","
            + "\"trustTier\":\"third-party-private\",\"modalityHazard\":\"opaque-perceptual\","
            + "\"stash\":{";
    Message message = Message.user("m", "hi", Samples.AT).toBuilder().attachments(media).build();
    Thought thought =
        Samples.thought().content("why").payload(JSON).replayCompatibility("v1").build();
    ToolCall call =
        Samples.call().args(ARGS).payload(JSON).replayCompatibility("v1").results(artifact).build();
    Retrievable retrievable = Samples.retrievable().content(artifact).score(0.5).build();
    Memory memory = Samples.memory().build();
    Identity identity = Identity.of(42, "Bob");
    Identity half = Identity.of(0.5, "Bob");
    String identityJson = "{\"identifier\":42,\"representation\":\"Bob\"}";
    return List.of(
        new Row(JSON, ARGS, null),
        new Row(Tokenizable.of("a\"ü"), "\"a\\\"ü\"", CODEC.encodeText(Tokenizable.of("a\"ü"))),
        new Row(identity, identityJson, CODEC.encode(identity)),
        new Row(half, "{\"identifier\":0.5,\"representation\":\"Bob\"}", CODEC.encode(half)),
        new Row(
            message,
            "{\"id\":\"m\",\"role\":\"user\",\"content\":\"hi\",\"attachments\":["
                + mediaJson
                + "}}],\"identity\":{\"identifier\":\"user\",\"representation\":\"user\"},"
                + TIMES
                + "}",
            CODEC.encode(message)),
        new Row(
            captioned,
            mediaJson + "\"text:caption\":" + captionJson + "}}",
            CODEC.encode(captioned)),
        new Row(captioned.stash(), "{\"text:caption\":" + captionJson + "}", null),
        new Row(caption, captionJson, null),
        new Row(
            memory,
            "{\"id\":\"m\",\"content\":\"c\",\"confidence\":1.0,\"importance\":0.0," + TIMES + "}",
            CODEC.encode(memory)),
        new Row(
            retrievable,
            "{\"id\":\"r\",\"content\":{},\"trustTier\":\"first-party\",\"score\":0.5,"
                + TIMES
                + ",\"inline\":false,\"sizeUnknown\":true}",
            CODEC.encode(retrievable)),
        new Row(new RetrievableContent.TextContent(Tokenizable.of("t")), "\"t\"", null),
        new Row(new RetrievableContent.ArtifactContent(artifact), "{}", null),
        new Row(
            thought,
            "{\"id\":\"t\",\"content\":\"why\","
                + "\"identity\":{\"identifier\":\"assistant\",\"representation\":\"assistant\"},"
                + "\"replayCompatibility\":\"v1\","
                + TIMES
                + "}",
            CODEC.encode(thought)),
        new Row(
            call,
            "{\"id\":\"t\",\"tool\":\"search\",\"args\":"
                + ARGS
                + ",\"checksum\":\"c\",\"isComplete\":true,\"isError\":false,\"results\":{},"
                + "\"replayCompatibility\":\"v1\",\"fromArtifactTool\":false,\"inline\":true,"
                + TIMES
                + ",\"completedAt\":\""
                + AT
                + "\"}",
            CODEC.encode(call)),
        new Row(ToolResults.text("x"), "\"x\"", Samples.snapshot(CODEC, ToolResults.text("x"))),
        new Row(
            ToolResults.artifacts(List.of(artifact)),
            "[{}]",
            Samples.snapshot(CODEC, ToolResults.artifacts(List.of(artifact)))),
        new Row(
            ToolResults.media(media),
            mediaJson + "}}",
            Samples.snapshot(CODEC, ToolResults.media(media))),
        new Row(artifact, "{}", null),
        new Row(json, "{}", null),
        new Row(markdown, "{}", null));
  }

  @ParameterizedTest
  @MethodSource("table")
  void everyMapperWritesTheDisplayForm(Row row) {
    MAPPERS.forEach(
        (name, mapper) -> {
          assertThat(mapper.writeValueAsString(row.value())).as(name).isEqualTo(row.display());
          assertThat(new String(mapper.writeValueAsBytes(row.value()), StandardCharsets.UTF_8))
              .as(name + ", as bytes")
              .isEqualTo(row.display());
        });
    assertThat(JsonValue.of(row.value())).isEqualTo(JsonValue.parse(row.display()));
  }

  record Holder(Object any, List<Object> list) {}

  @ParameterizedTest
  @MethodSource("table")
  void aPlainMapperWritesItInsideOfOtherValues(Row row) {
    String form = row.display();
    assertThat(new JsonMapper().writeValueAsString(new Holder(row.value(), List.of(row.value()))))
        .isEqualTo("{\"any\":" + form + ",\"list\":[" + form + "]}");
    assertThat(JsonValue.of(Map.of("m", row.value())))
        .isEqualTo(JsonValue.parse("{\"m\":" + form + "}"));
  }

  @ParameterizedTest
  @MethodSource("table")
  void onlyTheSnapshotHoldsLocatorsAndPayloads(Row row) {
    assertThat(row.display()).doesNotContain("\"reader\"", "locator", "payload", SECRET);
    if (row.snapshot() != null && row.value() instanceof Displayable shown) {
      assertThat(decoded(row)).isEqualTo(row.snapshot());
      boolean holdsMore =
          Stream.of("\"reader\"", "\"payload\"").anyMatch(Json.write(row.snapshot())::contains);
      boolean results = row.value() instanceof ToolResults;
      boolean derived = row.value() instanceof Retrievable;
      assertThat(row.snapshot().equals(shown.display()))
          .isEqualTo(!holdsMore && !results && !derived);
    }
  }

  private static JsonNode decoded(Row row) {
    JsonNode snapshot = row.snapshot();
    return switch (row.value()) {
      case Identity any -> CODEC.encode(CODEC.decodeIdentity(snapshot));
      case Message any -> CODEC.encode(CODEC.decodeMessage(snapshot));
      case Media any -> CODEC.encode(CODEC.decodeMedia(snapshot));
      case Memory any -> CODEC.encode(CODEC.decodeMemory(snapshot));
      case Retrievable any -> CODEC.encode(CODEC.decodeRetrievable(snapshot));
      case Thought any -> CODEC.encode(CODEC.decodeThought(snapshot));
      case ToolCall any -> CODEC.encode(CODEC.decodeToolCall(snapshot));
      case ToolResults any ->
          Samples.snapshot(
              CODEC, CODEC.decodeToolCall(Samples.snapshotWith(CODEC, snapshot)).results());
      case Tokenizable any -> CODEC.encodeText(CODEC.decodeText(snapshot));
      default -> throw new AssertionError("no snapshot of " + row);
    };
  }

  @Test
  void theTableHasEveryPublicTypeWithADisplayForm() {
    Set<String> shown =
        table().stream()
            .map(row -> row.value().getClass().getName())
            .collect(toCollection(TreeSet::new));
    Set<String> all =
        PublicTypes.all()
            .filter(Displayable.class::isAssignableFrom)
            .filter(type -> !Modifier.isAbstract(type.getModifiers()))
            .map(Class::getName)
            .collect(toCollection(TreeSet::new));
    assertThat(shown).isEqualTo(all);
  }

  /** Classes whose form their own annotations give; records and enums are written as they are. */
  private static final Set<Class<?>> ANNOTATED =
      Set.of(
          Answer.class,
          Violations.class,
          TurnStreamableContent.class,
          VectorMatch.class,
          VectorRecord.class);

  @Test
  void everyOtherClassIsRefusedOrHasNothingToWrite() {
    Peek own = new Peek(Json.mapper().rebuild());
    Peek plain = new Peek(JsonMapper.builder());
    assertThat(
            PublicTypes.all()
                .filter(type -> !type.isRecord() && !type.isEnum() && !type.isAnnotation())
                .filter(type -> !Displayable.class.isAssignableFrom(type))
                .filter(type -> !ANNOTATED.contains(type) && type != RecordSet.class)
                .filter(type -> !AdkException.class.isAssignableFrom(type))
                .filter(type -> !own.refuses(type) || !plain.writesNothing(type)))
        .isEmpty();
  }

  /** Finds serializers without a value to write. */
  private static final class Peek extends JsonMapper {

    private static final long serialVersionUID = 1L;

    Peek(Builder builder) {
      super(builder);
    }

    boolean refuses(Class<?> type) {
      ValueSerializer<?> found = _serializationContext().findValueSerializer(type);
      return found instanceof UnknownSerializer
          || found.getClass().getSimpleName().equals("NoJsonFormSerializer");
    }

    boolean writesNothing(Class<?> type) {
      return refuses(type)
          || (_serializationContext().findValueSerializer(type) instanceof BeanSerializer bean
              && !bean.properties().hasNext());
    }
  }

  /** A reader of an application's own: its components say where the bytes are. */
  public record BucketReader(String bucket, String key) implements MediaReader {
    @Override
    public InputStream open() {
      return new ByteArrayInputStream(new byte[0]);
    }
  }

  static List<Object> refused() {
    return List.of(
        new BucketReader(SECRET, SECRET),
        MediaReader.of(new byte[] {1}),
        SpoolReader.of(SECRET),
        new ReaderDescriptor("spool:file", JsonValue.of(SECRET)),
        CODEC,
        Attributes.of(Map.of("a", SECRET)),
        GateRequest.of("g", "r", SECRET),
        Tool.builder("t")
            .description("d")
            .inputSchema(ToolSchema.of(JsonValue.parse("{\"type\":\"object\"}")))
            .handler((args, ctx, meta) -> ToolOutput.text(""))
            .build());
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusesATypeWithoutAForm(Object value) {
    String type = value.getClass().getName();
    MAPPERS.forEach(
        (name, mapper) ->
            assertThatThrownBy(() -> mapper.writeValueAsString(value))
                .as(name)
                .isInstanceOf(JacksonException.class)
                .hasMessageContaining(type)
                .hasMessageNotContaining(SECRET));
    assertThatThrownBy(() -> JsonValue.of(Map.of("in", List.of(value))))
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> assertThat(e.errorCode()).isEqualTo(AdkErrorCode.VALIDATION_EXCEPTION))
        .hasMessageContaining(type);
  }

  /** Nothing in it that Jackson finds. */
  public static final class Opaque {}

  @Test
  void refusesAnApplicationsTypeWithoutProperties() {
    assertThatThrownBy(() -> JsonValue.of(new Opaque()))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining(Opaque.class.getName());
  }

  @Test
  void writesOtherPublicTypesAsTheirPartsWithoutPayloadsAndErrors() {
    Map<Object, String> forms = new LinkedHashMap<>();
    forms.put(
        new ApprovalGuard.Request("t", "d", JSON, "c", "i"),
        "{\"tool\":\"t\",\"description\":\"d\",\"args\":"
            + ARGS
            + ",\"checksum\":\"c\",\"toolCallId\":\"i\"}");
    forms.put(
        ApprovalGuard.Decision.approve(JSON),
        "{\"approved\":true,\"args\":" + ARGS + ",\"reason\":null}");
    forms.put(
        new ToolCallRequest("i", "t", JSON.node(), JSON, null, null),
        "{\"providerId\":\"i\",\"tool\":\"t\",\"args\":"
            + ARGS
            + ",\"replayCompatibility\":null,\"problem\":null}");
    forms.put(
        new PromptEntry.ReplayItem("i", "v1", JSON),
        "{\"id\":\"i\",\"replayCompatibility\":\"v1\"}");
    forms.put(GateState.OPEN, "\"open\"");
    forms.put(
        new AdkException(AdkErrorCode.E_GATE_NOT_FOUND, SECRET),
        "{\"code\":\"E_GATE_NOT_FOUND\",\"status\":404,\"message\":\""
            + AdkErrorCode.E_GATE_NOT_FOUND.meaning()
            + "\"}");
    forms.put(
        new Violations().add("$", "r", "m"), "[{\"path\":\"$\",\"rule\":\"r\",\"message\":\"m\"}]");
    forms.put(
        TurnStreamableContent.of("i", "ab", "b", false, Samples.AT, Samples.AT),
        "{\"turnId\":null,\"id\":\"i\",\"createdAt\":\"2024-01-01T00:00:00Z\","
            + "\"updatedAt\":\"2024-01-01T00:00:00Z\",\"full\":\"ab\",\"aDelta\":\"b\","
            + "\"isComplete\":false,\"completedAt\":null}");
    forms.put(
        new SearchPlan.Projection(true, false, true, false, null)
            .match("i", 0.5, null, "d", Map.of()),
        "{\"id\":\"i\",\"score\":0.5,\"document\":\"d\"}");
    forms.put(VectorRecord.ofText("i", "d"), "{\"id\":\"i\",\"document\":\"d\",\"metadata\":{}}");
    JsonMapper plain = new JsonMapper();
    forms.forEach(
        (value, form) ->
            assertThat(plain.readTree(plain.writeValueAsString(value)))
                .as(value.getClass().getName())
                .isEqualTo(plain.readTree(form)));
    assertThat(plain.writeValueAsString(GenerationStats.builder().raw(JSON).build()))
        .doesNotContain("raw", "🦊");
  }

  @Test
  void writesALoneSurrogateAsItsEscape() {
    JsonValue odd = JsonValue.parse("{\"a\\ud800\":[\"\\udc00b\"]}");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new JsonMapper().writeValue(bytes, Map.of("args", odd));
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringCase("{\"args\":{\"a\\ud800\":[\"\\udc00b\"]}}");
    assertThat(JsonValue.of(Map.of("args", odd)).at("/args")).isEqualTo(odd);
  }

  @Test
  void readsJsonExactlyWhateverTheMapper() {
    record Body(JsonValue value, Tokenizable text) {}
    Body read = new JsonMapper().readValue("{\"value\":" + ARGS + ",\"text\":\"t\"}", Body.class);
    assertThat(read.value()).isEqualTo(JSON);
    assertThat(read.text().value()).isEqualTo("t");
  }
}

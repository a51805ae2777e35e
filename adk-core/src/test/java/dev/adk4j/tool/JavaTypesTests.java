package dev.adk4j.tool;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Media;
import dev.adk4j.value.Json;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.node.ObjectNode;

/**
 * Each Java type a method may have: what the schema takes is what the method gets. Values of plain
 * types are in {@link ExactValuesTests}.
 */
class JavaTypesTests {

  private final FakeDispatch dispatch = new FakeDispatch();

  enum Plain {
    LOW,
    HIGH
  }

  enum Coded {
    OFF(0),
    ON(1);

    private final int code;

    Coded(int code) {
      this.code = code;
    }

    @JsonValue
    int code() {
      return code;
    }
  }

  enum Spelled {
    @JsonProperty("very-low")
    LOW,
    HIGH
  }

  record Item(String name, int count) {}

  record Page<T>(List<T> items, @Nullable T first, int total) {}

  record Nested(Page<Page<Item>> pages) {}

  record Free(String name, Map<String, Object> extra, @Nullable Object any) {}

  record Node(String name, List<Node> children) {}

  static class Base<T> {
    @ToolParam public T id;

    public List<T> others = List.of();
  }

  static class Derived extends Base<Integer> {
    public String name = "";

    @Override
    public String toString() {
      return id + " " + others + " " + name;
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  sealed interface Pet {}

  record Cat(int lives) implements Pet {}

  record Dog(String bark) implements Pet {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Car.class, name = "car"),
    @JsonSubTypes.Type(value = Bike.class, name = "bike")
  })
  interface Vehicle {}

  record Car(int doors) implements Vehicle {}

  record Bike(boolean bell) implements Vehicle {}

  record Defaults(
      @ToolParam(defaultValue = "none") Optional<String> note,
      @ToolParam(defaultValue = "HIGH") Plain plain,
      @ToolParam(defaultValue = "3") int count,
      @ToolParam(required = false) String owner) {}

  /** Types that are no classes, and parameters that say more than their type. */
  interface Others {

    @AgentTool(description = "d")
    String aShort(short value);

    @AgentTool(description = "d")
    String unrequired(@ToolParam(required = false) String value);

    @AgentTool(description = "d")
    String defaulted(@ToolParam(defaultValue = "7") int value);

    @AgentTool(description = "d")
    String defaultedText(@ToolParam(defaultValue = "bare text") Optional<String> value);

    @AgentTool(description = "d")
    String defaultedLetter(@ToolParam(defaultValue = "x") char value);

    @AgentTool(description = "d")
    String defaultedCode(@ToolParam(defaultValue = "ON") Coded value);

    @AgentTool(description = "d")
    String defaultedSpelling(@ToolParam(defaultValue = "very-low") Spelled value);

    @AgentTool(description = "d")
    String defaultedDate(@ToolParam(defaultValue = "2026-01-02") Optional<LocalDate> value);

    @AgentTool(description = "d")
    String defaultedAnything(@ToolParam(defaultValue = "bare") Object value);
  }

  private static final Map<String, Tool> TOOLS =
      Tools.of(answering(), Others.class).stream()
          .collect(Collectors.toMap(Tool::name, tool -> tool));

  private static Object answering() {
    return Proxy.newProxyInstance(
        Others.class.getClassLoader(),
        new Class<?>[] {Others.class},
        (proxy, method, args) -> Takes.said(args[0]));
  }

  /** A parameter's type, what it takes with what the method then says, and what it refuses. */
  record Row(String name, Tool tool, List<String> takes, List<String> says, List<String> refuses) {

    static Row of(Takes<?> type) {
      String name = type.type().getTypeName().replaceAll("[a-z.]+\\.|JavaTypesTests\\$", "");
      return new Row(name, Tools.of(type).getFirst(), List.of(), List.of(), List.of());
    }

    static Row of(String method) {
      return new Row(method, TOOLS.get(method), List.of(), List.of(), List.of());
    }

    Row takes(String json, String said) {
      return new Row(name, tool, with(takes, json), with(says, said), refuses);
    }

    Row refuses(String... json) {
      return new Row(name, tool, takes, says, List.of(json));
    }

    private static List<String> with(List<String> list, String more) {
      return Stream.concat(list.stream(), Stream.of(more)).toList();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> taken() {
    String free = "{\"a\":1,\"b\":{\"c\":[true,null,\"\"]}}";
    String freeText = "{a=1, b={c=[true, null, ]}}";
    return Stream.of(
        Row.of(new Takes<Map<String, Object>>() {})
            .takes(free, freeText)
            .takes("{}", "{}")
            .refuses("[]", "3", "null"),
        Row.of(new Takes<Map>() {}).takes(free, freeText).refuses("[]", "\"x\""),
        Row.of(new Takes<Map<String, ?>>() {}).takes(free, freeText).refuses("[]"),
        Row.of(new Takes<List<Map<String, Object>>>() {})
            .takes("[" + free + ",{}]", "[" + freeText + ", {}]")
            .refuses("[1]", "{}"),
        Row.of(new Takes<List<Map>>() {})
            .takes("[" + free + "]", "[" + freeText + "]")
            .refuses("[1]"),
        Row.of(new Takes<List>() {})
            .takes("[1,\"a\"," + free + "]", "[1, a, " + freeText + "]")
            .refuses("{}"),
        Row.of(new Takes<List<? extends Item>>() {})
            .takes("[{\"name\":\"n\",\"count\":1}]", "[Item[name=n, count=1]]")
            .refuses("[{\"name\":\"n\"}]"),
        Row.of(new Takes<Optional<Map<String, Object>>>() {})
            .takes(free, "Optional[" + freeText + "]")
            .takes("null", "Optional.empty")
            .refuses("[]"),
        Row.of(new Takes<Map<String, Integer>>() {})
            .takes("{\"a\":1}", "{a=1}")
            .refuses("{\"a\":\"1\"}", "{\"a\":1.5}"),
        Row.of(new Takes<SortedMap<String, List<Item>>>() {})
            .takes(
                "{\"b\":[],\"a\":[{\"name\":\"n\",\"count\":1}]}",
                "{a=[Item[name=n, count=1]], b=[]}")
            .refuses("{\"a\":[1]}"),
        Row.of(new Takes<EnumMap<Plain, Integer>>() {})
            .takes("{\"LOW\":1}", "{LOW=1}")
            .refuses("{\"NONE\":1}", "{\"LOW\":\"x\"}"),
        Row.of(new Takes<Map<Integer, String>>() {})
            .takes("{\"5\":\"x\"}", "{5=x}")
            .refuses("{\"a\":\"x\"}", "{\"5\":5}"),
        Row.of(new Takes<Free>() {})
            .takes(
                "{\"name\":\"n\",\"extra\":" + free + ",\"any\":{\"x\":1}}",
                "Free[name=n, extra=" + freeText + ", any={x=1}]")
            .takes("{\"name\":\"n\",\"extra\":{}}", "Free[name=n, extra={}, any=null]")
            .refuses("{\"name\":\"n\",\"extra\":{},\"more\":1}", "{\"name\":\"n\",\"extra\":[]}"),
        Row.of(new Takes<List<Free>>() {})
            .takes(
                "[{\"name\":\"n\",\"extra\":" + free + "}]",
                "[Free[name=n, extra=" + freeText + ", any=null]]")
            .refuses("[{\"name\":\"n\",\"extra\":{},\"more\":1}]"),
        Row.of(new Takes<Object>() {}).takes(free, freeText).takes("3", "3").takes("\"x\"", "x"),
        Row.of(new Takes<JsonNode>() {}).takes(free, free).takes("[1]", "[1]"),
        Row.of(new Takes<ObjectNode>() {}).takes(free, free).refuses("[1]", "3"),
        Row.of(new Takes<Page<Item>>() {})
            .takes(
                "{\"items\":[{\"name\":\"n\",\"count\":1}],\"first\":{\"name\":\"f\",\"count\":0},\"total\":1}",
                "Page[items=[Item[name=n, count=1]], first=Item[name=f, count=0], total=1]")
            .refuses("{\"items\":[1],\"total\":1}", "{\"items\":[{\"name\":\"n\"}],\"total\":1}"),
        Row.of(new Takes<Nested>() {})
            .takes(
                "{\"pages\":{\"items\":[{\"items\":[{\"name\":\"n\",\"count\":1}],\"total\":1}],\"total\":1}}",
                "Nested[pages=Page[items=[Page[items=[Item[name=n, count=1]], first=null,"
                    + " total=1]], first=null, total=1]]")
            .refuses("{\"pages\":{\"items\":[{\"name\":\"n\",\"count\":1}],\"total\":1}}"),
        Row.of(new Takes<Derived>() {})
            .takes("{\"id\":1,\"others\":[2],\"name\":\"n\"}", "1 [2] n")
            .takes("{\"id\":1}", "1 [] ")
            .refuses("{\"id\":\"x\"}", "{\"name\":\"n\"}", "{\"id\":1,\"others\":[\"x\"]}"),
        Row.of(new Takes<Node>() {})
            .takes(
                "{\"name\":\"a\",\"children\":[{\"name\":\"b\",\"children\":[]}]}",
                "Node[name=a, children=[Node[name=b, children=[]]]]")
            .refuses("{\"name\":\"a\",\"children\":[{\"name\":\"b\"}]}"),
        Row.of(new Takes<Byte>() {}).takes("127", "127").refuses("200", "\"1\""),
        Row.of("aShort").takes("32767", "32767").refuses("32768", "1.5"),
        Row.of(new Takes<Number>() {}).takes("1", "1").takes("1.25", "1.25").refuses("\"1\""),
        Row.of(new Takes<float[]>() {}).takes("[1.5,2]", "[1.5, 2.0]").refuses("[1,1e39]"),
        Row.of(new Takes<List<Float>>() {}).takes("[1.5]", "[1.5]").refuses("[1e39]"),
        Row.of(new Takes<char[]>() {}).takes("\"xyz\"", "[x, y, z]").refuses("5"),
        Row.of(new Takes<Coded>() {})
            .takes("1", "ON")
            .takes("0", "OFF")
            .refuses("2", "\"ON\"", "\"1\""),
        Row.of(new Takes<Set<Spelled>>() {})
            .takes("[\"very-low\",\"HIGH\"]", "[LOW, HIGH]")
            .refuses("[\"LOW\"]"),
        Row.of(new Takes<List<Vehicle>>() {})
            .takes(
                "[{\"kind\":\"car\",\"doors\":4},{\"kind\":\"bike\",\"bell\":true}]",
                "[Car[doors=4], Bike[bell=true]]")
            .refuses("[{\"kind\":\"bus\"}]"),
        Row.of(new Takes<Optional<Item>>() {})
            .takes("{\"name\":\"n\",\"count\":1}", "Optional[Item[name=n, count=1]]")
            .takes("null", "Optional.empty"),
        Row.of(new Takes<int[][]>() {}).takes("[[1],[2,3]]", "[[1], [2, 3]]").refuses("[1]"),
        Row.of(new Takes<String[]>() {}).takes("[\"a\"]", "[a]").refuses("[1]"),
        Row.of(new Takes<Collection<Long>>() {}).takes("[1,2]", "[1, 2]").refuses("[\"1\"]"),
        Row.of(new Takes<LinkedHashSet<String>>() {}).takes("[\"a\"]", "[a]").refuses("[1]"),
        Row.of(new Takes<CharSequence>() {}).takes("\"a\"", "a").refuses("\"\""),
        Row.of("unrequired").takes("\"a\"", "a").takes("null", "null").refuses("3"),
        Row.of("defaulted").takes("3", "3").takes("null", "7").takes("", "7").refuses("\"3\""),
        Row.of("defaultedText")
            .takes("\"x\"", "Optional[x]")
            .takes("", "Optional[bare text]")
            .takes("null", "Optional.empty"),
        Row.of("defaultedLetter").takes("", "x").takes("\"y\"", "y"),
        Row.of("defaultedCode").takes("", "ON").takes("0", "OFF"),
        Row.of("defaultedSpelling").takes("", "LOW").takes("\"HIGH\"", "HIGH"),
        Row.of("defaultedDate").takes("", "Optional[2026-01-02]"),
        Row.of("defaultedAnything").takes("", "bare").takes("3", "3"),
        Row.of(new Takes<Defaults>() {})
            .takes("{}", "Defaults[note=Optional[none], plain=HIGH, count=3, owner=null]")
            .takes(
                "{\"plain\":null,\"count\":null,\"owner\":null}",
                "Defaults[note=Optional[none], plain=HIGH, count=3, owner=null]")
            .refuses("{\"plain\":\"\"}", "{\"count\":\"3\"}"),
        Row.of(new Takes<Optional<Defaults>>() {})
            .takes(
                "{\"count\":null,\"owner\":null}",
                "Optional[Defaults[note=Optional[none], plain=HIGH, count=3, owner=null]]"));
  }

  @ParameterizedTest
  @MethodSource("taken")
  void methodGetsEveryValueOfItsSchema(Row row) throws Exception {
    Tool tool = row.tool;
    for (int i = 0; i < row.takes.size(); i++) {
      String json = row.takes.get(i);
      String args = json.isEmpty() ? "{}" : "{\"value\":" + json + "}";
      ToolOutput said = tool.executor(dispatch.context()).execute(Json.read(args));
      assertThat(((ToolOutput.Text) said).text().value())
          .as("%s with %s under %s", row.name, json, tool.inputSchema().json())
          .isEqualTo(row.says.get(i));
    }
    for (String json : row.refuses) {
      assertThatThrownBy(() -> tool.validate(Json.read("{\"value\":" + json + "}")))
          .as("%s with %s under %s", row.name, json, tool.inputSchema().json())
          .matches(e -> AdkException.is(e, AdkErrorCode.E_INVALID_TOOL_ARGS))
          .hasMessageContaining("$.value");
    }
  }

  sealed interface Untagged {}

  record Only(int a) implements Untagged {}

  abstract static class Abstract {}

  record Id(@JsonValue String value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    Id {}
  }

  static final class Parsed {
    @JsonCreator
    static Parsed of(String text) {
      return new Parsed();
    }
  }

  @JsonDeserialize(using = OwnReader.class)
  record Custom(int a) {}

  static final class OwnReader extends ValueDeserializer<Custom> {
    @Override
    public Custom deserialize(JsonParser parser, DeserializationContext context) {
      return new Custom(parser.getIntValue());
    }
  }

  enum Lopsided {
    A,
    B;

    @JsonCreator
    static Lopsided of(int ordinal) {
      return values()[ordinal];
    }
  }

  static class Holder {
    public Path path;
  }

  record Deep(Page<List<Thread>> pages) {}

  interface Refused {
    @AgentTool(description = "d")
    String untagged(Untagged value);

    @AgentTool(description = "d")
    String unlisted(Pet value);

    @AgentTool(description = "d")
    String abstractType(List<Abstract> value);

    @AgentTool(description = "d")
    String delegating(Id value);

    @AgentTool(description = "d")
    String parsed(Parsed value);

    @AgentTool(description = "d")
    String custom(Custom value);

    @AgentTool(description = "d")
    String lopsided(Lopsided value);

    @AgentTool(description = "d")
    String inABean(Holder value);

    @AgentTool(description = "d")
    String deep(Deep value);

    @AgentTool(description = "d")
    <T> String open(T value);

    @AgentTool(description = "d")
    String date(Date value);

    @AgentTool(description = "d")
    String stream(InputStream value);

    @AgentTool(description = "d")
    String key(Map<Item, String> value);

    @AgentTool(description = "d")
    String iterator(Iterator<String> value);

    @AgentTool(description = "d")
    String notJson(@ToolParam(defaultValue = "[1,") List<Integer> value);

    @AgentTool(description = "d")
    String noDate(@ToolParam(defaultValue = "tomorrow") LocalDate value);

    @AgentTool(description = "d")
    String noConstant(@ToolParam(defaultValue = "MIDDLE") Plain value);

    @AgentTool(description = "d")
    Stream<String> streamed();

    @AgentTool(description = "d")
    Iterator<String> iterated();

    @AgentTool(description = "d")
    InputStream opened();

    @AgentTool(description = "d")
    Media[] pictures();

    @AgentTool(description = "d")
    Optional<Media> picture();

    @AgentTool(description = "d")
    Map<String, Media> named();
  }

  /** The method, and what of its refusal names the parameter, the place and the type. */
  record Refusal(String method, String... says) {
    @Override
    public String toString() {
      return method;
    }
  }

  static Stream<Refusal> refused() {
    return Stream.of(
        new Refusal("untagged", "$.untagged.value", "JavaTypesTests$Untagged", "@JsonTypeInfo"),
        new Refusal("unlisted", "$.unlisted.value", "JavaTypesTests$Pet", "@JsonSubTypes"),
        new Refusal("abstractType", "$.abstractType.value", "JavaTypesTests$Abstract"),
        new Refusal("delegating", "$.delegating.value", "JavaTypesTests$Id", "@JsonCreator"),
        new Refusal("parsed", "$.parsed.value", "JavaTypesTests$Parsed", "@JsonCreator"),
        new Refusal("custom", "$.custom.value", "JavaTypesTests$Custom", "deserializer"),
        new Refusal("lopsided", "$.lopsided.value", "JavaTypesTests$Lopsided"),
        new Refusal("inABean", "$.inABean.value", "it.path", "java.nio.file.Path"),
        new Refusal("deep", "$.deep.value", "it.pages.items", "java.lang.Thread"),
        new Refusal("open", "$.open.value", "T", "name a class"),
        new Refusal("date", "$.date.value", "java.util.Date"),
        new Refusal("stream", "$.stream.value", "java.io.InputStream"),
        new Refusal("key", "$.key.value", "JavaTypesTests$Item", "key"),
        new Refusal("iterator", "$.iterator.value", "java.util.Iterator"),
        new Refusal("notJson", "$.notJson.value", "default", "not JSON"),
        new Refusal("noDate", "$.noDate.value", "default", "LocalDate"),
        new Refusal("noConstant", "$.noConstant.value", "default", "Plain"),
        new Refusal("streamed", "$.streamed", "returns Stream"),
        new Refusal("iterated", "$.iterated", "returns Iterator"),
        new Refusal("opened", "$.opened", "returns InputStream"),
        new Refusal("pictures", "$.pictures", "Media"),
        new Refusal("picture", "$.picture", "Media"),
        new Refusal("named", "$.named", "Media"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusesTypesWithoutASchemaByMethodParameterAndType(Refusal refusal) {
    assertFails(
            AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE, () -> Tools.of(answering(), Refused.class))
        .satisfies(
            e -> {
              List<Violation> of =
                  ((ValidationException) e.getCause())
                      .violations().stream().filter(v -> v.path().equals(refusal.says[0])).toList();
              assertThat(of).hasSize(1);
              assertThat(of.getFirst().path() + " " + of.getFirst().message())
                  .contains(refusal.says);
            });
  }

  @Test
  void theTablesMissNoMethod() {
    assertThat(taken().map(Row::name)).doesNotHaveDuplicates().containsAll(TOOLS.keySet());
    assertThat(refused().map(Refusal::method))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Refused.class.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .map(Method::getName)
                .toList());
  }
}

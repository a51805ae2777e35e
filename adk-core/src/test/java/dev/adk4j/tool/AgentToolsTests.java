package dev.adk4j.tool;

import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.failure;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.harness.LogArtifact;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AgentToolsTests {

  private final FakeDispatch dispatch = new FakeDispatch();

  enum Priority {
    LOW,
    HIGH;

    @Override
    public String toString() {
      return "priority " + ordinal();
    }
  }

  record Address(String city, @Nullable String street, Optional<Integer> floor) {}

  record Range(int from, int to) {
    Range {
      if (from > to) {
        throw new IllegalArgumentException("from must not be after to");
      }
    }
  }

  static class Orders {

    @AgentTool(
        description = "Finds orders.",
        trusted = true,
        ephemeral = true,
        readOnly = true,
        parallel = true,
        onCollision = Tool.OnCollision.KEEP)
    String find(
        @ToolParam(description = "What to look for.") String query,
        @ToolParam(defaultValue = "10") int limit,
        Priority priority,
        List<Address> to,
        Optional<LocalDate> since,
        @Nullable Boolean open,
        @ToolParam(name = "by", required = false) String owner,
        DispatchContext ctx,
        AgentContext agent,
        Scope scope,
        AbortSignal signal,
        Attributes meta) {
      assertThat(agent).isSameAs(ctx);
      assertThat(signal).isSameAs(ctx.abortSignal());
      assertThat(meta.keys()).isEmpty();
      return String.join(
          "|",
          query,
          "" + limit,
          priority.name(),
          "" + to,
          "" + since,
          "" + open,
          "" + owner,
          scope.tenant());
    }
  }

  @Test
  void derivesTheSchemaFromTheParameters() {
    Tool tool = Tools.of(new Orders()).getFirst();
    assertThat(tool.name()).isEqualTo("find");
    assertThat(tool.description()).isEqualTo("Finds orders.");
    assertThat(tool.trusted()).isTrue();
    assertThat(tool.ephemeral()).isTrue();
    assertThat(tool.readOnly()).isTrue();
    assertThat(tool.parallel()).isTrue();
    assertThat(tool.toBuilder().readOnly(false).build().parallel()).isTrue();
    assertThat(tool.toBuilder().parallel(false).build().readOnly()).isTrue();
    assertThat(tool.onCollision()).isEqualTo(Tool.OnCollision.KEEP);
    assertThat(tool.artifactType()).isEmpty();
    assertThat(tool.inputSchema().json())
        .isEqualTo(
            JsonValue.parse(
                """
                {"type":"object","properties":{
                  "query":{"type":"string","description":"What to look for.","minLength":1},
                  "limit":{"type":"integer","default":10},
                  "priority":{"type":"string","enum":["LOW","HIGH"]},
                  "to":{"type":"array","items":{"type":"object","properties":{
                      "city":{"type":"string","minLength":1},
                      "street":{"anyOf":[{"type":"null"},{"type":"string","minLength":1}]},
                      "floor":{"anyOf":[{"type":"null"},{"type":"integer"}]}},
                    "required":["city"],"additionalProperties":false}},
                  "since":{"anyOf":[{"type":"string","format":"date","minLength":1},{"type":"null"}]},
                  "open":{"anyOf":[{"type":"boolean"},{"type":"null"}]},
                  "by":{"type":"string","minLength":1}},
                 "required":["query","priority","to"],"additionalProperties":false}
                """));
  }

  @Test
  void bindsArgumentsAndInjectsTheRest() throws Exception {
    Tool tool = Tools.of(new Orders()).getFirst();
    assertThat(
            text(
                tool,
                """
                {"query":"q","limit":3,"priority":"HIGH","to":[{"city":"Oslo","floor":null}],"since":"2026-01-02",
                 "open":true,"by":"me"}
                """))
        .isEqualTo(
            "q|3|HIGH|[Address[city=Oslo, street=null, floor=Optional.empty]]|Optional[2026-01-02]|true|me|acme");
    assertThat(
            text(
                tool,
                "{\"query\":\"q\",\"priority\":\"LOW\",\"to\":[],\"open\":null,\"since\":null}"))
        .isEqualTo("q|10|LOW|[]|Optional.empty|null|null|acme");
  }

  @Test
  void takesScopeAndContextFromNoArgument() {
    Tool tool = Tools.of(new Orders()).getFirst();
    for (String forbidden : List.of("scope", "ctx", "agent", "signal", "meta", "tenant")) {
      assertThatThrownBy(
              () ->
                  tool.validate(
                      Json.read(
                          "{\"query\":\"q\",\"priority\":\"LOW\",\"to\":[],\""
                              + forbidden
                              + "\":{}}")))
          .hasMessageContaining("$." + forbidden + " is not allowed");
    }
  }

  static class Dates {
    @AgentTool(description = "d")
    String on(LocalDate day, Range range, int count) {
      return day + " " + range + " " + count;
    }
  }

  @Test
  void valueFittingTheSchemaButNotTheTypeIsAViolation() {
    Tool tool = Tools.of(new Dates()).getFirst();
    assertFails(
            AdkErrorCode.E_INVALID_TOOL_ARGS,
            () ->
                tool.validate(
                    Json.read(
                        "{\"day\":\"s3cret\",\"range\":{\"from\":2,\"to\":1},\"count\":99999999999}")))
        .hasMessageContaining("$.day cannot be read as LocalDate")
        .hasMessageContaining("$.range is refused: from must not be after to")
        .hasMessageContaining("$.count cannot be read as int")
        .hasMessageNotContaining("s3cret");
  }

  static class Returns {
    static final Media MEDIA =
        Media.toolGenerated(
            MediaKind.IMAGE, "image/png", "a.png", () -> new ByteArrayInputStream(new byte[] {1}));
    static final SpooledArtifact ARTIFACT = new SpooledArtifact(SpoolReader.of("x"));

    @AgentTool(description = "d")
    String text() {
      return "hi";
    }

    @AgentTool(description = "d")
    Tokenizable tokenizable() {
      return Tokenizable.of("tok");
    }

    @AgentTool(description = "d")
    byte[] bytes() {
      return new byte[] {1};
    }

    @AgentTool(description = "d")
    Media media() {
      return MEDIA;
    }

    @AgentTool(description = "d")
    List<Media> mediaList() {
      return List.of(MEDIA);
    }

    @AgentTool(description = "d")
    List<Media> noMedia() {
      return List.of();
    }

    @AgentTool(description = "d")
    SpooledArtifact artifact() {
      return ARTIFACT;
    }

    @AgentTool(description = "d")
    ToolOutput output() {
      return ToolOutput.text("out");
    }

    @AgentTool(description = "d")
    Address object() {
      return new Address("Oslo", null, Optional.of(3));
    }

    @AgentTool(description = "d")
    List<String> names() {
      return List.of("a", "b");
    }

    @AgentTool(description = "d")
    int number() {
      return 42;
    }

    @AgentTool(description = "d")
    Map<String, Instant> times() {
      return Map.of("t", Instant.EPOCH);
    }

    @AgentTool(description = "d")
    Priority priority() {
      return Priority.HIGH;
    }

    @AgentTool(description = "d")
    @Nullable Address nothing() {
      return null;
    }

    @AgentTool(description = "d")
    @Nullable Media noMediaAtAll() {
      return null;
    }

    @AgentTool(description = "d", artifactType = "log")
    String log() {
      return "# x";
    }

    @AgentTool(description = "d", artifactTool = true)
    String answer() {
      return "42";
    }
  }

  @Test
  void turnsReturnedValuesIntoOutputs() throws Exception {
    Map<String, Tool> tools = byName(Tools.of(new Returns(), Returns.class, LogArtifact.types()));
    assertThat(text(tools.get("text"), "{}")).isEqualTo("hi");
    assertThat(text(tools.get("tokenizable"), "{}")).isEqualTo("tok");
    assertThat(((ToolOutput.Bytes) call(tools.get("bytes"), "{}")).bytes()).containsExactly(1);
    assertThat(call(tools.get("media"), "{}"))
        .isEqualTo(new ToolOutput.MediaItems(List.of(Returns.MEDIA), true));
    assertThat(call(tools.get("mediaList"), "{}"))
        .isEqualTo(new ToolOutput.MediaItems(List.of(Returns.MEDIA), false));
    assertThat(call(tools.get("artifact"), "{}"))
        .isEqualTo(new ToolOutput.Artifact(Returns.ARTIFACT));
    assertThat(text(tools.get("output"), "{}")).isEqualTo("out");
    assertThat(text(tools.get("object"), "{}"))
        .isEqualTo("{\n  \"city\": \"Oslo\",\n  \"street\": null,\n  \"floor\": 3\n}");
    assertThat(text(tools.get("names"), "{}")).isEqualTo("[\n  \"a\",\n  \"b\"\n]");
    assertThat(text(tools.get("number"), "{}")).isEqualTo("42");
    assertThat(text(tools.get("times"), "{}")).isEqualTo("{\n  \"t\": \"1970-01-01T00:00:00Z\"\n}");
    assertThat(text(tools.get("priority"), "{}")).isEqualTo("\"HIGH\"");
    assertThat(text(tools.get("nothing"), "{}")).isEqualTo("null");
    for (String failing : List.of("noMedia", "noMediaAtAll")) {
      assertFails(AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, () -> call(tools.get(failing), "{}"));
    }
  }

  @Test
  void picksTheArtifactTypeOfTheReturnedValue() {
    Map<String, Tool> tools = byName(Tools.of(new Returns(), Returns.class, LogArtifact.types()));
    for (String json : List.of("object", "names", "number", "times", "priority")) {
      assertThat(tools.get(json).artifactType()).as(json).contains(ArtifactTypes.SPOOLED);
    }
    for (String plain :
        List.of(
            "text", "bytes", "media", "mediaList", "artifact", "output", "tokenizable", "answer")) {
      assertThat(tools.get(plain).artifactType()).as(plain).isEmpty();
    }
    assertThat(tools.get("log").artifactType()).contains(LogArtifact.TYPE);
    assertThat(tools.get("answer").isArtifactTool()).isTrue();
  }

  static class Throws {
    @AgentTool(description = "d")
    String checked() throws IOException {
      throw new IOException("disk");
    }

    @AgentTool(description = "d")
    String error() {
      throw new AssertionError("assert");
    }
  }

  @Test
  void unwrapsExceptionsOfMethods() {
    Map<String, Tool> tools = byName(Tools.of(new Throws()));
    assertThatThrownBy(() -> call(tools.get("checked"), "{}")).hasCause(new IOException("disk"));
    assertThatThrownBy(() -> call(tools.get("error"), "{}"))
        .cause()
        .isInstanceOf(AssertionError.class);
  }

  interface Wrong {
    @AgentTool(description = "")
    String undescribed();

    @AgentTool(description = "d")
    void silent();

    @AgentTool(description = "d")
    CompletableFuture<String> later();

    @AgentTool(description = "d")
    String turn(TurnContext ctx);

    @AgentTool(description = "d")
    String lambda(Supplier<String> in);

    @AgentTool(description = "d")
    String primitive(@ToolParam(required = false) int n);

    @AgentTool(description = "d")
    String misfit(@ToolParam(defaultValue = "\"ten\"") int n);

    @AgentTool(description = "d")
    String twice(@ToolParam(name = "a") int n, @ToolParam(name = "a") int m);

    @AgentTool(description = "d")
    String injected(@ToolParam Scope scope);

    @AgentTool(description = "d", artifactType = "nope")
    String type();

    @AgentTool(description = "d", artifactTool = true)
    byte[] noText();

    @AgentTool(description = "d", artifactTool = true, artifactType = "spooled")
    String both();

    @AgentTool(description = "d")
    String overloaded(int n);

    @AgentTool(description = "d")
    String overloaded(String s);

    @AgentTool(description = "d", name = "dup")
    String one();

    @AgentTool(description = "d", name = "dup")
    String two();
  }

  @Test
  void namesEveryImpossibleMethodAndParameter() {
    AdkException e =
        failure(
            AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE, () -> Tools.of("never called", Wrong.class));
    assertThat(((ValidationException) e.getCause()).violations())
        .extracting(Violation::path)
        .containsExactlyInAnyOrder(
            "$.undescribed",
            "$.silent",
            "$.later",
            "$.turn.ctx",
            "$.lambda.in",
            "$.primitive.n",
            "$.misfit.n",
            "$.twice.m",
            "$.injected.scope",
            "$.type",
            "$.noText",
            "$.both.artifactType",
            "$.overloaded",
            "$.two");
  }

  @Test
  void refusesABeanWithoutTools() {
    assertFails(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE, () -> Tools.of("text"))
        .hasMessageContaining("java.lang.String has no method with @AgentTool");
  }

  private String text(Tool tool, String args) throws Exception {
    return ((ToolOutput.Text) call(tool, args)).text().value();
  }

  private ToolOutput call(Tool tool, String args) {
    return tool.executor(dispatch.context()).execute(Json.read(args));
  }

  private static Map<String, Tool> byName(List<Tool> tools) {
    Map<String, Tool> named = new java.util.TreeMap<>();
    tools.forEach(tool -> named.put(tool.name(), tool));
    assertThat(Arrays.asList(named.keySet().toArray())).hasSize(tools.size());
    return named;
  }

  static class Short {
    @AgentTool("Finds an order.")
    String find(String number) {
      return number;
    }
  }

  static class Twice {
    @AgentTool(value = "Finds.", description = "Looks up.")
    String find(String number) {
      return number;
    }

    @AgentTool
    String none(String number) {
      return number;
    }
  }

  static class Blank {
    @AgentTool(value = "Pays.", name = "pay now")
    String pay(String number) {
      return number;
    }
  }

  static class Timed {
    @AgentTool(value = "Finds.", timeout = "1500ms")
    String find(String number) {
      return number;
    }

    @AgentTool(value = "Waits.", timeout = "30s")
    String seconds(String number) {
      return number;
    }

    @AgentTool(value = "Waits.", timeout = "2m")
    String minutes(String number) {
      return number;
    }

    @AgentTool(value = "Waits.", timeout = "1h")
    String hours(String number) {
      return number;
    }

    @AgentTool("Looks.")
    String look(String number) {
      return number;
    }
  }

  static class WrongTime {
    @AgentTool(value = "Finds.", timeout = "0s")
    String find(String number) {
      return number;
    }
  }

  @Test
  void readsTheTimeoutOfATool() {
    Map<String, Tool> tools = byName(Tools.of(new Timed()));

    assertThat(tools.get("find").timeout()).contains(Duration.ofMillis(1500));
    assertThat(tools.get("seconds").timeout()).contains(Duration.ofSeconds(30));
    assertThat(tools.get("minutes").timeout()).contains(Duration.ofMinutes(2));
    assertThat(tools.get("hours").timeout()).contains(Duration.ofHours(1));
    assertThat(tools.get("look").timeout()).isEmpty();
    assertThatThrownBy(() -> Tools.of(new WrongTime()))
        .hasMessageContaining("$.find has the timeout '0s', which must be like 500ms, 30s, 2m");
    Tool.Builder never = tools.get("find").toBuilder().timeout(Duration.ZERO);
    assertThatThrownBy(never::build).hasMessageContaining("$.timeout must be longer than 0");
  }

  static class Hidden {
    @AgentTool("Finds an order.")
    private String find(String number) {
      return number;
    }
  }

  @Test
  void refusesAPrivateMethod() {
    assertThatThrownBy(() -> Tools.of(new Hidden()))
        .hasMessageContaining("$.find is private, and a proxy of its bean does not reach it");
  }

  @Test
  void refusesANameThatProvidersRefuse() {
    assertThatThrownBy(() -> Tools.of(new Blank()))
        .hasMessageContaining("has the name 'pay now', which providers reject");
  }

  @Test
  void descriptionIsTheValueOfTheAnnotation() {
    assertThat(Tools.of(new Short()).getFirst().description()).isEqualTo("Finds an order.");
    assertThatThrownBy(() -> Tools.of(new Twice()))
        .hasMessageContaining("has two descriptions")
        .hasMessageContaining("needs a description");
  }

  @Test
  void beanOfALazyToolIsAskedForWithTheCall() {
    List<Tool> tools =
        Tools.ofLazy(
            () -> raise(new IllegalStateException("too early")),
            Short.class,
            ArtifactTypes.builtIns());
    assertThat(tools).singleElement().extracting(Tool::name).isEqualTo("find");
  }
}

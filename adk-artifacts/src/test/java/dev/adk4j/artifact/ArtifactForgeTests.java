package dev.adk4j.artifact;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.CpuTime;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.ToolRegistry;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.tool.ArtifactForge;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ArtifactForgeTests {

  private static final List<String> BASE =
      List.of(
          "artifact_head",
          "artifact_tail",
          "artifact_grep",
          "artifact_cat",
          "artifact_byte_length",
          "artifact_line_count",
          "artifact_estimate_tokens");

  private static final List<String> JSON_TOOLS =
      List.of(
          "artifact_json_type",
          "artifact_json_keys",
          "artifact_json_length",
          "artifact_json_get",
          "artifact_json_filter",
          "artifact_json_pluck",
          "artifact_json_slice");

  private static final List<String> MARKDOWN_TOOLS =
      List.of(
          "artifact_md_frontmatter",
          "artifact_md_headings",
          "artifact_md_sections",
          "artifact_md_code_blocks",
          "artifact_md_links",
          "artifact_md_images",
          "artifact_md_text",
          "artifact_md_ast");

  private final FakeDispatch dispatch = new FakeDispatch();

  @Test
  void forgesNothingWithoutAnArtifact() {
    add("a", ToolResults.text("x"), false);
    add("b", ToolResults.artifact(plain("x")), true);
    add("c", ToolResults.artifacts(List.of(plain("x"))), false);
    assertThat(forge().all()).isEmpty();
  }

  @Test
  void forgesTheToolsOfEachClassForItsOwnCalls() {
    add("plain", ToolResults.artifact(plain("x")), false);
    assertThat(names()).containsExactlyInAnyOrderElementsOf(BASE);

    add("json", ToolResults.artifact(json("{}")), false);
    add("md", ToolResults.artifact(new SpooledMarkdownArtifact(reader("# x"))), false);

    assertThat(names())
        .containsAll(BASE)
        .containsAll(JSON_TOOLS)
        .containsAll(MARKDOWN_TOOLS)
        .hasSize(22);
    assertThat(ids("artifact_head")).isEqualTo(JsonValue.parse("[\"plain\",\"json\",\"md\"]"));
    assertThat(ids("artifact_json_get")).isEqualTo(JsonValue.parse("[\"json\"]"));
    assertThat(ids("artifact_md_text")).isEqualTo(JsonValue.parse("[\"md\"]"));
  }

  @Test
  void forgedToolsAreEphemeralUntrustedAndReplaceEachOther() {
    add("json", ToolResults.artifact(json("{}")), false);
    assertThat(forge().all())
        .allMatch(Tool::ephemeral)
        .allMatch(Tool::isArtifactTool)
        .noneMatch(Tool::trusted)
        .allMatch(tool -> tool.onCollision() == Tool.OnCollision.REPLACE)
        .allMatch(tool -> tool.description().contains("this turn"));
    assertThat(ToolRegistry.merge(List.of(forge(), forge())).all()).hasSize(14);
  }

  @Test
  void remembersTheCallsAsTheyWereAndLooksTheArtifactUpWhenCalled() {
    add("a", ToolResults.artifact(plain("old")), false);
    ToolRegistry forged = forge();
    add("b", ToolResults.artifact(plain("b")), false);
    assertFails(
        AdkErrorCode.E_INVALID_TOOL_ARGS, () -> ask(forged, "artifact_head", "{\"callId\":\"b\"}"));
    assertThat(ask(forged, "artifact_head", "{\"callId\":\"a\"}")).isEqualTo("old");

    dispatch.turnToolCalls.clear();
    add("a", ToolResults.artifact(plain("new")), false);
    assertThat(ask(forged, "artifact_head", "{\"callId\":\"a\"}")).isEqualTo("new");

    dispatch.turnToolCalls.clear();
    assertThat(ask(forged, "artifact_head", "{\"callId\":\"a\"}"))
        .startsWith("Error:")
        .contains("'a'");
    add("a", ToolResults.text("no artifact any more"), false);
    assertThat(ask(forged, "artifact_head", "{\"callId\":\"a\"}")).startsWith("Error:");
  }

  @Test
  void answersThroughTheRunnerAreNeverAskedAgain() {
    dispatch.tools.register(
        Tool.builder("list")
            .description("d")
            .inputSchema(ToolSchema.empty())
            .handler((args, ctx, meta) -> ToolOutput.text("one\ntwo\nthree"))
            .build());
    ToolCall listed = ToolCallRunner.run(dispatch.context(), dispatch.helpers(), "list", null);
    for (int i = 0; i < 3; i++) {
      dispatch.tools.pruneEphemeral();
      forge().all().forEach(tool -> dispatch.tools.register(tool, true));
      ToolCall query =
          ToolCallRunner.run(
              dispatch.context(),
              dispatch.helpers(),
              "artifact_tail",
              Json.read("{\"callId\":\"" + listed.id() + "\",\"n\":2}"));
      assertThat(query.fromArtifactTool()).isTrue();
      assertThat(((ToolResults.Text) query.results()).value().value()).isEqualTo("two\nthree");
    }
    assertThat(ids("artifact_tail")).isEqualTo(JsonValue.of(List.of(listed.id())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "artifact_head {\"callId\":\"t\",\"n\":\"3\"}",
        "artifact_head {\"callId\":\"t\",\"n\":0}",
        "artifact_head {\"callId\":\"t\",\"n\":1.5}",
        "artifact_head {\"callId\":null}",
        "artifact_head {\"callId\":\"t\",\"x\":1}",
        "artifact_head {}",
        "artifact_head {\"callId\":\"\"}",
        "artifact_head {\"callId\":\"T\"}",
        "artifact_grep {\"callId\":\"t\"}",
        "artifact_grep {\"callId\":\"t\",\"pattern\":\"\"}",
        "artifact_grep {\"callId\":\"t\",\"pattern\":\"a\",\"flags\":\"g\"}",
        "artifact_grep {\"callId\":\"t\",\"pattern\":\"a\",\"flags\":\"y\"}",
        "artifact_cat {\"callId\":\"t\",\"start\":-1}",
        "artifact_estimate_tokens {\"callId\":\"t\"}",
        "artifact_estimate_tokens {\"callId\":\"t\",\"encoding\":\"cl999\"}",
        "artifact_json_get {\"callId\":\"j\",\"path\":\"\"}",
        "artifact_json_get {\"callId\":\"t\",\"path\":\"$\"}",
        "artifact_md_headings {\"callId\":\"m\",\"depth\":7}"
      })
  void refusesArgumentsOutsideTheCatalogue(String call) {
    add("t", ToolResults.artifact(plain("a")), false);
    add("j", ToolResults.artifact(json("{}")), false);
    add("m", ToolResults.artifact(new SpooledMarkdownArtifact(reader("# x"))), false);
    int blank = call.indexOf(' ');
    assertFails(
        AdkErrorCode.E_INVALID_TOOL_ARGS,
        () -> ask(forge(), call.substring(0, blank), call.substring(blank + 1)));
  }

  @Test
  void takesNullForOptionalArguments() {
    add("t", ToolResults.artifact(plain("a\nb")), false);
    assertThat(ask(forge(), "artifact_head", "{\"callId\":\"t\",\"n\":null}"))
        .isEqualTo(ask(forge(), "artifact_head", "{\"callId\":\"t\"}"));
  }

  @Test
  void acceptsEmptyTextsLikeTheCatalog() {
    add("m", ToolResults.artifact(new SpooledMarkdownArtifact(reader("```\nx\n```"))), false);
    assertThat(ask(forge(), "artifact_md_code_blocks", "{\"callId\":\"m\",\"lang\":\"\"}"))
        .contains("startLine");
  }

  @Timeout(120)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a+)+$",
        "(a|a)*b",
        "(a*)*c",
        "^(a|aa)+$",
        "(.*a){20}",
        "((a{1,50}){1,50}){1,50}",
        "(?=a)a",
        "(a)\\1",
        "[",
        "(?i)(?i",
        "a{1001}"
      })
  void boundsExpressionsOfAModel(String pattern) {
    add("t", ToolResults.artifact(plain(("a".repeat(2_000) + "!\n").repeat(50))), false);
    answersInTime("artifact_grep", "{\"callId\":\"t\",\"pattern\":%s}", pattern);
  }

  @Timeout(120)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "$..*",
        "$..*..*..*..*..*",
        "$..a..a..a..a..a..a",
        "$[?(@..a..a..a..a)]",
        "$[?(@.a =~ /(a+)+$/)]",
        "$[",
        "$..",
        "]",
        "$[?(@.a",
        "$.concat($..*)",
        "$[?($..*)]",
        "$[0:99999999999999999999]",
        "@",
        "$.a.length()"
      })
  void boundsPathsOfAModel(String path) {
    String deep = "{\"a\":[1,".repeat(14) + "1" + "]}".repeat(14);
    add("j", ToolResults.artifact(json("[" + (deep + ",").repeat(4) + deep + "]")), false);
    answersInTime("artifact_json_get", "{\"callId\":\"j\",\"path\":%s}", path);
  }

  private void answersInTime(String tool, String args, String hostile) {
    ToolRegistry forged = forge();
    CpuTime time = CpuTime.start();
    try {
      assertThat(ask(forged, tool, args.formatted(JsonValue.of(hostile).text()))).isNotNull();
    } catch (AdkException e) {
      assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR);
    }
    assertThat(time.spent()).isLessThan(Duration.ofSeconds(25));
  }

  static class Log extends SpooledArtifact {
    Log(SpoolReader reader) {
      super(reader);
    }
  }

  private static final ArtifactType<Log> LOG =
      ArtifactType.of("log", Log.class, ArtifactTypes.SPOOLED, Log::new)
          .withQueries(
              List.of(
                  new ArtifactQuery<>(
                      "log_errors",
                      "Lists errors.",
                      JsonValue.parse(
                          "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}"),
                      (log, args) -> log.grep("ERROR", ""))));

  @Test
  void forgesQueriesOfProducedAndRegisteredTypes() {
    add("log", ToolResults.artifact(new Log(reader("ok\nERROR x"))), false);
    assertThat(names()).containsExactlyInAnyOrderElementsOf(BASE);

    ToolRegistry registered =
        ArtifactForge.forge(dispatch.context(), ArtifactTypes.builtIns().register(LOG));
    assertThat(ask(registered, "log_errors", "{\"callId\":\"log\"}")).isEqualTo("ERROR x");

    dispatch.tools.register(
        Tool.builder("logs")
            .description("d")
            .inputSchema(ToolSchema.empty())
            .artifactType(LOG)
            .handler((args, ctx, meta) -> ToolOutput.text(""))
            .build());
    assertThat(ask(forge(), "log_errors", "{\"callId\":\"log\"}")).isEqualTo("ERROR x");
  }

  @Test
  void forgingIsCheapEnoughForEveryIteration() {
    add("json", ToolResults.artifact(json("{}")), false);
    add("md", ToolResults.artifact(new SpooledMarkdownArtifact(reader("# x"))), false);
    for (int i = 0; i < 20; i++) {
      forge();
    }
    CpuTime time = CpuTime.start();
    for (int i = 0; i < 20; i++) {
      forge();
    }
    assertThat(time.spent().dividedBy(20)).isLessThan(Duration.ofMillis(100));
  }

  private ToolRegistry forge() {
    return ArtifactForge.forge(dispatch.context());
  }

  private List<String> names() {
    return forge().all().stream().map(Tool::name).toList();
  }

  private JsonValue ids(String tool) {
    return forge().get(tool).orElseThrow().inputSchema().json().at("/properties/callId/enum");
  }

  private String ask(ToolRegistry forged, String tool, String args) {
    JsonNode json = Json.read(args);
    ToolOutput output = forged.get(tool).orElseThrow().executor(dispatch.context()).execute(json);
    return ((ToolOutput.Text) output).text().value();
  }

  private void add(String id, ToolResults results, boolean fromArtifactTool) {
    dispatch.turnToolCalls.add(
        ToolCall.builder()
            .id(id)
            .tool("t")
            .args("{}")
            .checksum("c")
            .isComplete(true)
            .isError(false)
            .results(results)
            .fromArtifactTool(fromArtifactTool)
            .createdAt(FakeDispatch.NOW)
            .updatedAt(FakeDispatch.NOW)
            .completedAt(FakeDispatch.NOW)
            .build());
  }

  private static SpooledArtifact plain(String text) {
    return new SpooledArtifact(reader(text));
  }

  private static SpooledArtifact json(String text) {
    return new SpooledJsonArtifact(reader(text));
  }

  private static SpoolReader reader(String text) {
    return SpoolReader.of(text);
  }
}

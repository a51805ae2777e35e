package dev.adk4j.artifact;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.artifact.internal.ArgsSchema;
import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact.CodeBlock;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact.Link;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.value.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ArtifactQueryTests {

  @Test
  void definesTheContractsQueries() {
    assertThat(ArtifactTypes.SPOOLED.queries())
        .extracting(q -> q.name() + " " + names(q.argsSchema().node()))
        .containsExactly(
            "artifact_head [n]",
            "artifact_tail [n]",
            "artifact_grep [pattern!, flags]",
            "artifact_cat [start, end]",
            "artifact_byte_length []",
            "artifact_line_count []",
            "artifact_estimate_tokens [encoding!]");
    assertThat(SpooledJsonArtifact.TYPE.queries())
        .extracting(q -> q.name() + " " + names(q.argsSchema().node()))
        .containsExactly(
            "artifact_json_type []",
            "artifact_json_keys []",
            "artifact_json_length []",
            "artifact_json_get [path!]",
            "artifact_json_filter [path!]",
            "artifact_json_pluck [path!]",
            "artifact_json_slice [start, end]");
    assertThat(SpooledMarkdownArtifact.TYPE.queries())
        .extracting(q -> q.name() + " " + names(q.argsSchema().node()))
        .containsExactly(
            "artifact_md_frontmatter []",
            "artifact_md_headings [depth]",
            "artifact_md_code_blocks [lang]",
            "artifact_md_sections [depth]",
            "artifact_md_links [startLine, endLine]",
            "artifact_md_images [startLine, endLine]",
            "artifact_md_text [startLine, endLine]",
            "artifact_md_ast [startLine, endLine]");
  }

  @Test
  void limitsEveryQueryToArtifactsOfThisTurn() {
    for (ArtifactType<?> type : ArtifactTypes.builtIns().all()) {
      for (ArtifactQuery<?> query : type.queries()) {
        assertThat(query.description()).contains("earlier in this turn");
        assertThat(query.argsSchema().node().path("additionalProperties").booleanValue(true))
            .isFalse();
      }
    }
  }

  @Test
  void schemasCarryTheLimits() {
    JsonNode head = schema(ArtifactTypes.SPOOLED, "artifact_head");
    assertThat(head.at("/properties/n/minimum").intValue()).isEqualTo(1);
    assertThat(head.at("/properties/n/default").intValue()).isEqualTo(10);
    assertThat(
            schema(ArtifactTypes.SPOOLED, "artifact_grep")
                .at("/properties/flags/pattern")
                .asString())
        .isEqualTo("^[imsu]*$");
    assertThat(
            schema(ArtifactTypes.SPOOLED, "artifact_estimate_tokens")
                .at("/properties/encoding/enum"))
        .extracting(JsonNode::asString)
        .contains("gpt2", "o200k_base", "claude", "llama2");
    assertThat(
            schema(SpooledMarkdownArtifact.TYPE, "artifact_md_headings")
                .at("/properties/depth/maximum")
                .intValue())
        .isEqualTo(6);
  }

  @Test
  void textQueriesAnswerAsText() throws Exception {
    SpooledArtifact artifact = SpooledArtifactTests.of("one\ntwo\nTHREE\n");
    assertThat(ask(artifact, "artifact_head", "{\"n\":2}")).isEqualTo("one\ntwo");
    assertThat(ask(artifact, "artifact_tail", "{\"n\":2}")).isEqualTo("THREE\n");
    assertThat(ask(artifact, "artifact_head", "{}")).isEqualTo("one\ntwo\nTHREE\n");
    assertThat(ask(artifact, "artifact_grep", "{\"pattern\":\"t\"}")).isEqualTo("two");
    assertThat(ask(artifact, "artifact_grep", "{\"pattern\":\"t\",\"flags\":\"i\"}"))
        .isEqualTo("two\nTHREE");
    assertThat(ask(artifact, "artifact_grep", "{\"pattern\":\"x\",\"flags\":\"\"}"))
        .isEqualTo("(empty list)");
    assertThat(ask(artifact, "artifact_cat", "{\"start\":1,\"end\":2}")).isEqualTo("two");
    assertThat(ask(artifact, "artifact_cat", "{\"start\":9}")).isEqualTo("(empty list)");
    assertThat(ask(artifact, "artifact_byte_length", "{}")).isEqualTo("14");
    assertThat(ask(artifact, "artifact_line_count", "{}")).isEqualTo("4");
    assertThat(ask(artifact, "artifact_estimate_tokens", "{\"encoding\":\"claude\"}"))
        .isEqualTo("4");
  }

  @Test
  void jsonQueriesAnswerAsText() throws Exception {
    SpooledArtifact lines =
        new SpooledJsonArtifact(SpoolReader.of("{\"a\":\"x\"}\n{\"a\":\"y\",\"b\":1}"));
    assertThat(ask(lines, "artifact_json_type", "{}")).isEqualTo("jsonl");
    assertThat(ask(lines, "artifact_json_keys", "{}")).isEqualTo("a\nb");
    assertThat(ask(lines, "artifact_json_length", "{}")).isEqualTo("2");
    assertThat(ask(lines, "artifact_json_get", "{\"path\":\"$.a\"}")).isEqualTo("x\ny");
    assertThat(ask(lines, "artifact_json_pluck", "{\"path\":\"$.b\"}")).isEqualTo("[\n  1\n]");
    assertThat(ask(lines, "artifact_json_filter", "{\"path\":\"$.b\"}"))
        .isEqualTo("[\n  {\n    \"a\": \"y\",\n    \"b\": 1\n  }\n]");
    assertThat(ask(lines, "artifact_json_slice", "{\"start\":0,\"end\":1}"))
        .isEqualTo("[\n  {\n    \"a\": \"x\"\n  }\n]");
    assertThat(ask(new SpooledJsonArtifact(SpoolReader.of("[1]")), "artifact_json_keys", "{}"))
        .isEqualTo("(undefined)");
  }

  @Test
  void markdownQueriesAnswerAsText() throws Exception {
    SpooledArtifact artifact =
        new SpooledMarkdownArtifact(SpoolReader.of("# A\n[l](u)\n```\nx\n```\n![i](p)"));
    assertThat(ask(artifact, "artifact_md_frontmatter", "{}")).isEqualTo("(undefined)");
    assertThat(ask(artifact, "artifact_md_headings", "{\"depth\":2}")).isEqualTo("(empty list)");
    assertThat(ask(artifact, "artifact_md_sections", "{}")).contains("\"bodyStartLine\": 1");
    assertThat(ask(artifact, "artifact_md_code_blocks", "{\"lang\":\"\"}"))
        .contains("\"lang\": null", "\"endLine\": 4");
    assertThat(ask(artifact, "artifact_md_links", "{\"startLine\":0,\"endLine\":2}"))
        .contains("\"url\": \"u\"");
    assertThat(ask(artifact, "artifact_md_images", "{}")).contains("\"alt\": \"i\"");
    assertThat(ask(artifact, "artifact_md_text", "{}")).isEqualTo("A\nl\nx\ni");
    assertThat(ask(artifact, "artifact_md_ast", "{}"))
        .startsWith("{\n  \"type\": \"root\",\n  \"children\": [\n    {\n");
  }

  @Test
  void aResultTooLargeForAModelIsAnErrorAndNeverCut() {
    SpooledArtifact large = SpooledArtifactTests.of("0123456789abcde\n".repeat(300_000));
    for (String query : List.of("artifact_cat", "artifact_grep")) {
      assertFails(
              AdkErrorCode.E_ARTIFACT_QUERY_LIMIT, () -> ask(large, query, "{\"pattern\":\"0\"}"))
          .hasMessageContaining("smaller part");
    }
  }

  @Test
  void anOwnQuerysTextIsLimitedToo() {
    ArtifactQuery<SpooledArtifact> query =
        new ArtifactQuery<>(
            "own", "d", ArgsSchema.none(), (artifact, args) -> "x".repeat(9 * 1024 * 1024));
    assertFails(
        AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
        () -> query.ask(SpooledArtifactTests.of(""), Json.read("{}")));
  }

  private static String ask(SpooledArtifact artifact, String name, String args) throws Exception {
    for (ArtifactType<?> type : ArtifactTypes.builtIns().all()) {
      for (ArtifactQuery<?> query : type.queries()) {
        if (query.name().equals(name)) {
          return ask(query, artifact, Json.read(args));
        }
      }
    }
    throw new AssertionError(name);
  }

  @SuppressWarnings("unchecked")
  private static <A extends SpooledArtifact> String ask(
      ArtifactQuery<?> query, SpooledArtifact artifact, JsonNode args) throws Exception {
    return ((ArtifactQuery<A>) query).ask((A) artifact, args);
  }

  private static JsonNode schema(ArtifactType<?> type, String name) {
    return type.queries().stream()
        .filter(q -> q.name().equals(name))
        .findFirst()
        .orElseThrow()
        .argsSchema()
        .node();
  }

  private static List<String> names(JsonNode schema) {
    List<String> required = schema.path("required").valueStream().map(JsonNode::asString).toList();
    return schema.path("properties").propertyNames().stream()
        .map(n -> required.contains(n) ? n + "!" : n)
        .toList();
  }

  @Test
  void absentMembersAreLeftOut() {
    assertThat(QueryResultText.of(new Link("t", "u", null)))
        .isEqualTo("{\n  \"text\": \"t\",\n  \"url\": \"u\"\n}");
    assertThat(QueryResultText.of(List.of(new CodeBlock(null, 1, 2))))
        .isEqualTo(
            "[\n  {\n    \"lang\": null,\n    \"startLine\": 1,\n    \"endLine\": 2\n  }\n]");
  }
}

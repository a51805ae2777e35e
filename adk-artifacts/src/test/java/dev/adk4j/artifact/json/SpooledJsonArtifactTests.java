package dev.adk4j.artifact.json;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.SpooledArtifact.SizeHints;
import dev.adk4j.artifact.internal.Deadline;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Timeout(90)
class SpooledJsonArtifactTests {

  private static final String STORE =
      """
      {"store": {"name": "s", "book": [
        {"title": "a", "price": 8.95, "role": "admin", "age": 20},
        {"title": "b", "price": 12, "age": 18},
        {"title": "c", "price": 22.99, "isbn": "x", "age": 30}]},
       "name": "root"}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "json|1",
        "json|[1,\\n2]",
        "json|\"x\"",
        "json|null",
        "json|  {}  \\n",
        "json|\\uFEFF{\"a\":1}",
        "json|{\"a\":1,\"a\":2}",
        "jsonl|1\\n2",
        "jsonl|{\"a\":1}\\n\\n  \\n{\"a\":2}\\n",
        "jsonl|{\"a\":1}\\r\\n{\"a\":2}\\r\\n",
        "jsonl|\\uFEFF1\\n2",
        "json5|{a:1}",
        "json5|NaN",
        "json5|[1,2,]",
        "json5|{\"a\":1} // c",
        "json5|'x'",
        "json5|0x1F"
      })
  void findsOutTheFormat(String format, String text) throws IOException {
    assertThat(json(unescaped(text)).jsonType().id()).isEqualTo(format);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \n ",
        "1 2",
        "{\"a\":1}\n{b:2}",
        "hello",
        "{",
        "[1",
        "\"a",
        "{\"a\":1}\n{",
        "tru",
        "01",
        "1\n2\nx"
      })
  void rejectsInvalidJson(String text) {
    assertFails(AdkErrorCode.E_ARTIFACT_CONTENT_INVALID, () -> json(text).jsonType());
  }

  @Test
  void failsOnFirstReadOfAWrongFormat() throws IOException {
    SpooledJsonArtifact artifact =
        new SpooledJsonArtifact(SpoolReader.of("1\n{b:2}"), JsonFormat.NDJSON);
    assertThat(artifact.jsonType()).isEqualTo(JsonFormat.NDJSON);
    for (org.assertj.core.api.ThrowableAssert.ThrowingCallable call :
        List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
            artifact::jsonLength,
            artifact::jsonKeys,
            () -> artifact.jsonSlice(0L, 1L),
            () -> artifact.jsonGet("$"))) {
      assertFails(AdkErrorCode.E_ARTIFACT_CONTENT_INVALID, call).hasMessageContaining("Line 2");
    }
  }

  @Test
  void returnsKeysOfTheRootOrOfAllRecords() throws IOException {
    assertThat(json("{\"b\":1,\"a\":{\"c\":2}}").jsonKeys()).contains(List.of("b", "a"));
    assertThat(json("{}").jsonKeys()).contains(List.of());
    assertThat(json("[1]").jsonKeys()).isEmpty();
    assertThat(json("{\"b\":1}\n3\n{\"a\":1,\"b\":2}").jsonKeys()).contains(List.of("b", "a"));
    assertThat(json("1\n2").jsonKeys()).isEmpty();
    assertThat(json("{x:1}").jsonKeys()).contains(List.of("x"));
  }

  @Test
  void lengthCountsRecords() throws IOException {
    assertThat(json("[1,2,3]").jsonLength()).isEqualTo(1);
    assertThat(json("1\n\n2\n").jsonLength()).isEqualTo(2);
  }

  @Test
  void sliceTakesRecordsOfLinesAndIgnoresItsArgumentsElsewhere() throws IOException {
    assertThat(json("[1,2]").jsonSlice(5L, 1L)).hasToString("[[1,2]]");
    SpooledJsonArtifact lines = json("0\n1\n2\n3");
    assertThat(lines.jsonSlice(null, null)).hasToString("[0, 1, 2, 3]");
    assertThat(lines.jsonSlice(1L, 3L)).hasToString("[1, 2]");
    assertThat(lines.jsonSlice(-2L, null)).hasToString("[2, 3]");
    assertThat(lines.jsonSlice(null, -1L)).hasToString("[0, 1, 2]");
    assertThat(lines.jsonSlice(-99L, 99L)).hasToString("[0, 1, 2, 3]");
    assertThat(lines.jsonSlice(3L, 1L)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "$.name;[\"root\"]",
        "name;[\"root\"]",
        "$['name'];[\"root\"]",
        "$.store.name;[\"s\"]",
        "$..name;[\"root\", \"s\"]",
        "$.store.book[0].title;[\"a\"]",
        "$.store.book[0,2].title;[\"a\", \"c\"]",
        "$.store.book[1:3].title;[\"b\", \"c\"]",
        "$.store.book[-1:].title;[\"c\"]",
        "$.store.book[*].price;[8.95, 12, 22.99]",
        "$.store.book[?(@.age > 18)].title;[\"a\", \"c\"]",
        "$.store.book[?(@.age >= 18 && @.price < 20)].title;[\"a\", \"b\"]",
        "$.store.book[?(@.role === 'admin')].title;[\"a\"]",
        "$.store.book[?(@.role == 'admin' || @.isbn)].title;[\"a\", \"c\"]",
        "$.store.book[?(@.title !== 'a')].title;[\"b\", \"c\"]",
        "$.store.book[?(@.title != 'a' && @.age <= 18)].title;[\"b\"]",
        "$.nothing;[]",
        "$.nothing.deeper;[]",
        "$.name.x;[]",
        "$[0];[]",
        "$.store.book[9];[]"
      })
  void pathsOfTheDialect(String path, String expected) throws IOException {
    assertThat(json(STORE).jsonGet(path)).hasToString(expected);
    assertThat(json(STORE).jsonPluck(path)).hasToString(expected);
  }

  @Test
  void matchesTheRootOfAnyType() throws IOException {
    for (String root : List.of("0", "false", "\"\"", "null", "{}", "[]")) {
      assertThat(json(root).jsonGet("$")).hasToString("[" + root + "]");
      assertThat(json(root).jsonFilter("$")).hasSize(1);
    }
    assertThat(json("{\"a\":null}").jsonGet("$.a")).hasToString("[null]");
  }

  @Test
  void filterKeepsRecordsWithAMatch() throws IOException {
    SpooledJsonArtifact lines =
        json("{\"role\":\"admin\",\"n\":1}\n{\"role\":\"user\",\"n\":2}\n{\"n\":3}\n7");
    assertThat(lines.jsonFilter("$[?(@.role==='admin')]"))
        .hasToString("[{\"role\":\"admin\",\"n\":1}]");
    assertThat(lines.jsonFilter("$.role")).hasSize(2);
    assertThat(lines.jsonGet("$.n")).hasToString("[1, 2, 3]");
    assertThat(lines.jsonFilter("$.zzz")).isEmpty();
  }

  @Test
  void resultsAreCopies() throws IOException {
    SpooledJsonArtifact artifact = json("{\"a\":{\"b\":1}}");
    JsonNode found = artifact.jsonGet("$.a").getFirst();
    ((ObjectNode) found).put("b", 2);
    assertThat(artifact.jsonGet("$.a.b")).hasToString("[1]");
    ((ObjectNode) artifact.jsonSlice(null, null).getFirst()).removeAll();
    assertThat(artifact.jsonKeys()).contains(List.of("a"));
  }

  @Test
  void digitsStayAsTheyAre() throws IOException {
    assertThat(json("[12345678901234567890.10, 1e400, 9007199254740993]").jsonGet("$[*]"))
        .hasToString("[12345678901234567890.10, 1E+400, 9007199254740993]");
    assertThat(json("{n: NaN, i: -Infinity}").jsonGet("$[?(@.n > 1)]")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$[?(@.a =~ /(a+)+$/)]",
        "$[?(/'/ =~ @.a)]",
        "$.length()",
        "$.a.sum()",
        "$.store.book.append(1)",
        "$.a[?(@.append( 1 ))]",
        "$.a[*].length()",
        "$[",
        "$[?(@.a",
        "$.a[",
        "$['a",
        "$[?(@.a ==)]",
        "$..",
        "$.[",
        " ",
        "",
        "$[99999999999999999999]",
        "$[?(((((@.a)]",
        "$['a'][",
        "$[?(@.a in )]",
        "$[?(@.a == 'x]",
        "$[-]",
        "$[1,,2]",
        "$[?()]",
        "$[?(@.a subsetof @.b.append(1))]",
        "a b c]",
        "$[?(@.a && )]",
        "$['a',]",
        "\ud83d\ude00[",
        "$.a.concat('x')",
        "$[0:1:0]",
        "$[1:2:3:4]",
        "$[:",
        "$[0,",
        "$[a]",
        "$[0.5]",
        "$[1e3]",
        "$['a'b]",
        "$[\"a",
        "$.a..",
        "$...a",
        "$.a.",
        "$a",
        "$[?]",
        "$[?(",
        "$[?@.a]",
        "$[?(@.a = 1)]",
        "$[?(@.a === )]",
        "$[?(@.a >< 1)]",
        "$[?(@.a == 1 &&)]",
        "$[?(@.a == 1 || || @.b)]",
        "$[?(!)]",
        "$[?(@.a =~ /[/)]",
        "$[?(@.a == {)]",
        "$[?(@.a == [1,)]",
        "$[?(@.a == 1e)]",
        "$[?(@.a == tru)]",
        "$[?(@.a == $.b[)]",
        "$[?(@['a)]",
        "$.foo()",
        "$.a.keys(",
        "$[(@.length-1)]",
        "$['\\u00zz']",
        "SELECT * FROM a",
        "$[-99999999999]",
        "$[2147483648]",
        "$[0:99999999999]"
      })
  void rejectsInvalidAndForbiddenPaths(String path) {
    assertThatThrownBy(() -> json("{\"a\":1}").jsonGet(path))
        .as(path)
        .matches(e -> AdkException.is(e, AdkErrorCode.E_ARTIFACT_QUERY_INVALID))
        .message()
        .doesNotContainPattern("java|com\\.|[a-z][A-Z]\\w*(Exception|Error|Operation)");
  }

  @Test
  void deepOrLongPathsAreRefused() {
    SpooledJsonArtifact artifact = json("{\"a\":1}");
    for (String path :
        List.of(
            "$[?(" + "(".repeat(400) + "@.a" + ")".repeat(400) + ")]",
            "$[?(" + "!".repeat(900) + "@.a)]",
            "$" + "[0]".repeat(300),
            "$" + ".a".repeat(600),
            "$[?(@" + "[?(@".repeat(150))) {
      assertFails(AdkErrorCode.E_ARTIFACT_QUERY_INVALID, () -> artifact.jsonGet(path));
    }
  }

  @Test
  void boundsMultiplyingPaths() {
    StringBuilder deep = new StringBuilder();
    deep.append("[".repeat(60)).append("1").append("]".repeat(60));
    String wide = "[" + (deep + ",").repeat(300) + "1]";
    JsonNode value = JsonTexts.MAPPER.readTree(wide);
    assertLimit(BoundedJsonPath.compile("$..*..*..*..*", wide.length()), value);
    Deadline soon = new Deadline(200_000_000L);
    assertLimit(BoundedJsonPath.compile("$..[?(@..*)]..[?(@..*)]..*", soon), value);
  }

  private static void assertLimit(BoundedJsonPath path, JsonNode value) {
    assertFails(AdkErrorCode.E_ARTIFACT_QUERY_LIMIT, () -> path.find(value));
  }

  @Test
  void linesBeyondTheKeptSizeAreStreamedWithTheSameAnswers() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 12_000; i++) {
      text.append("{\"i\":")
          .append(i)
          .append(",\"even\":")
          .append(i % 2 == 0)
          .append(",\"pad\":\"")
          .append("x".repeat(80))
          .append("\"}\n");
    }
    SpooledJsonArtifact artifact = json(text.toString());
    assertThat(artifact.byteLength()).isGreaterThan(1024 * 1024);
    assertThat(artifact.jsonType()).isEqualTo(JsonFormat.JSONL);
    assertThat(artifact.jsonLength()).isEqualTo(12_000);
    assertThat(artifact.jsonKeys()).contains(List.of("i", "even", "pad"));
    assertThat(artifact.jsonSlice(-1L, null).getFirst().path("i").intValue()).isEqualTo(11_999);
    assertThat(artifact.jsonSlice(10L, 12L))
        .extracting(n -> n.path("i").intValue())
        .containsExactly(10, 11);
    assertThat(artifact.jsonFilter("$[?(@.i > 11990 && @.even == true)]")).hasSize(4);
    assertThat(artifact.jsonGet("$.i")).hasSize(12_000);
  }

  @Test
  void rejectsTooDeepDocuments() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertFails(AdkErrorCode.E_ARTIFACT_CONTENT_INVALID, () -> json(deep).jsonType());
    assertFails(
        AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
        () -> new SpooledJsonArtifact(SpoolReader.of(deep), JsonFormat.JSON).jsonGet("$"));
  }

  private static SpooledJsonArtifact json(String text) {
    return new SpooledJsonArtifact(SpoolReader.of(text));
  }

  private static String unescaped(String text) {
    return text.replace("\\n", "\n").replace("\\r", "\r").replace("\\uFEFF", "\uFEFF");
  }

  @Test
  void needsAReader() {
    assertThatThrownBy(() -> new SpooledJsonArtifact(null)).isInstanceOf(AdkException.class);
  }

  @Test
  void theHandleTextNamesTheQueriesOfJson() {
    SpooledArtifact artifact = new SpooledJsonArtifact(SpoolReader.of("{}"));
    artifact.setSizeHints(new SizeHints(1234, 56));
    assertThat(artifact.handleText("call_1").split("\n"))
        .contains(
            "- callId: call_1",
            "- kind: SpooledJsonArtifact",
            "- byteLength: 1234",
            "- lineCount: 56")
        .anyMatch(line -> line.startsWith("- artifact_json_get — "))
        .anyMatch(line -> line.startsWith("- artifact_head — "))
        .hasSize(21);
  }
}

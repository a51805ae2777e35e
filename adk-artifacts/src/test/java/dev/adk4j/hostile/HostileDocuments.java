package dev.adk4j.hostile;

import dev.adk4j.artifact.ArtifactQuery;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.TextFile;
import dev.adk4j.artifact.json.SpooledJsonArtifact;
import dev.adk4j.artifact.markdown.SpooledMarkdownArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.schema.JsonSchema;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.StringNode;

/**
 * Run in a JVM of its own with a small heap: plays documents, schemas and patterns that are made to
 * fill the memory or to take for ever, and prints for each what came of it. Exits with 1 where one
 * was neither answered nor refused with a code in its time, or where the call after it failed. Time
 * is the processor's, since the machine may be busy; the peak adds up the heap's parts, which have
 * theirs at different times.
 */
final class HostileDocuments {

  private static final int MIB = 1024 * 1024;

  private final Path directory;
  private final boolean all;
  private final SpooledJsonArtifact next =
      new SpooledJsonArtifact(SpoolReader.of("{\"a\":[1,2,3]}"));
  private int failures;

  private HostileDocuments(Path directory, boolean all) {
    this.directory = directory;
    this.all = all;
  }

  /** Directory for stored texts; {@code short} or {@code all}. */
  public static void main(String[] args) throws Exception {
    HostileDocuments documents = new HostileDocuments(Path.of(args[0]), args[1].equals("all"));
    // Classes and tables are loaded once for the process and belong to no case.
    TokenCounters.count("a", "o200k_base");
    documents.nextCall();
    System.out.println("| input | processor time | peak heap | answer |");
    System.out.println("| --- | --- | --- | --- |");
    documents.markdown();
    documents.json();
    documents.lines();
    documents.tokens();
    documents.schemas();
    documents.patterns();
    System.out.println(
        documents.failures
            + " failures with a heap of "
            + Runtime.getRuntime().maxMemory() / MIB
            + " MiB");
    System.exit(documents.failures == 0 ? 0 : 1);
  }

  private void markdown() throws Exception {
    List<String> pieces =
        List.of(
            "*a* ",
            "![[]()",
            "[a]: u\n",
            ">a\n\n",
            "- a\n",
            "a\n\n",
            "|a",
            "www.a.b ",
            "a**b",
            "*a **a ",
            "[",
            "[a](",
            "[a](<b",
            "]",
            "`",
            "a`b``c```d",
            "<",
            "<!--",
            "<?",
            "&",
            "\\",
            "_a __b ",
            "~~a ",
            "> ",
            "- ",
            "  - a\n",
            "1. ",
            "|-",
            "a@b.c ",
            "http://a ",
            "\n",
            "#\n",
            "# a\n",
            "```\n",
            "<a>\n",
            "\t",
            "\0",
            "[x] ",
            "é",
            "\r");
    for (String piece : all ? pieces : pieces.subList(0, 8)) {
      // Sizes on both sides of what is refused.
      for (int kilobytes : all ? List.of(8, 16, 32, 64, 128, 256) : List.of(32, 256)) {
        SpoolReader text = memory(piece, kilobytes * 1024);
        String name = "Markdown " + kilobytes + " KB of " + shown(piece);
        play(name + ", tree", () -> ask(text, "artifact_md_ast"));
        play(name + ", links", () -> new SpooledMarkdownArtifact(text).mdLinks().size());
        if (all) {
          play(name + ", text", () -> new SpooledMarkdownArtifact(text).mdText().length());
        }
      }
    }
    SpoolReader backticks = memory(runs('`', 256 * 1024));
    play(
        "Markdown 256 KB of backtick runs of all lengths",
        () -> new SpooledMarkdownArtifact(backticks).mdLinks().size());
    SpoolReader table =
        memory("|a".repeat(4000) + "\n" + "|-".repeat(4000) + "\n" + "|\n".repeat(100_000));
    play("Markdown table of 4,000 columns and 100,000 rows", () -> ask(table, "artifact_md_ast"));
    SpoolReader headings = file("headings", "# a\n", 20 * MIB);
    for (String query :
        List.of(
            "artifact_md_headings",
            "artifact_md_sections",
            "artifact_md_ast",
            "artifact_md_text",
            "artifact_md_links",
            "artifact_md_code_blocks")) {
      play("Markdown 20 MB of headings, " + query, 10, () -> ask(headings, query));
    }
    SpoolReader fences = file("fences", "```\n", 20 * MIB);
    play(
        "Markdown 20 MB of fences, artifact_md_code_blocks",
        10,
        () -> ask(fences, "artifact_md_code_blocks"));
    for (String front :
        List.of(
            "n: " + "9".repeat(200_000),
            "n: 0x" + "f".repeat(200_000),
            "n: 0o" + "7".repeat(200_000),
            "n: 1." + "9".repeat(200_000),
            "n: 1e" + "9".repeat(200_000),
            "n: 1e999999999",
            "n: " + "'".repeat(200_000),
            "n: " + "a,".repeat(100_000),
            "n: [" + "a,".repeat(100_000) + "]",
            "n: [" + "[],".repeat(80_000) + "]",
            "n: {" + "? a,".repeat(60_000) + "}",
            "n: !!int " + "9".repeat(200_000),
            "n: " + "- ".repeat(100_000),
            "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
                + "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d]")) {
      SpoolReader text = memory("---\n" + front + "\n---\n");
      play(
          "front matter " + shown(front),
          () -> new SpooledMarkdownArtifact(text).mdFrontmatter().map(v -> v.text().length()));
    }
  }

  private void json() throws Exception {
    List<String> elements =
        List.of("{},", "{\"a\":1},", "1.5,", "[],", "1,", "\"\",", "[[[[]]]],", "-9,", "\"é\",");
    for (String element : all ? elements : elements.subList(0, 3)) {
      for (int size : all ? List.of(1, 8, 20) : List.of(1, 20)) {
        SpoolReader text =
            file(
                "json" + shown(element).hashCode() + size,
                element,
                size * MIB - element.length(),
                "[",
                element.substring(0, element.length() - 1) + "]");
        play(
            "JSON " + size + " MB of " + shown(element),
            10,
            () -> ask(text, "artifact_json_get", "{\"path\":\"$[0]\"}"));
      }
    }
    SpoolReader five = file("json5", "{},", 20 * MIB, "[", "]");
    play("JSON5 20 MB of {}, with a last comma", 10, () -> ask(five, "artifact_json_type"));
    SpoolReader five8 = file("json58", "a:{},", 8 * MIB, "{", "}");
    play("JSON5 8 MB of a:{},", 10, () -> ask(five8, "artifact_json_keys"));
    SpoolReader names = file("names", i -> "\"k" + i + "\":1,", 8 * MIB, "{", "\"z\":1}");
    play("JSON 8 MB of different names", 10, () -> ask(names, "artifact_json_keys"));
    SpoolReader lines = file("jsonl", i -> "{\"k" + i + "\":1}\n", 20 * MIB, "", "");
    play("JSON lines 20 MB of different names", 10, () -> ask(lines, "artifact_json_keys"));
    play(
        "JSON lines 20 MB, everything",
        10,
        () -> ask(lines, "artifact_json_get", "{\"path\":\"$\"}"));
    SpoolReader small = file("smalljson", i -> "{\"k\":" + i + "},", MIB, "[", "1]");
    play("JSON 1 MB, $..*", () -> ask(small, "artifact_json_get", "{\"path\":\"$..*\"}"));
    play(
        "JSON 1 MB, nested filters",
        () -> ask(small, "artifact_json_get", "{\"path\":\"$[?(@.k in $..k)]\"}"));
    SpoolReader string = file("string", "a", 20 * MIB, "\"", "\"");
    play("JSON one text of 20 MB", 10, () -> ask(string, "artifact_json_get", "{\"path\":\"$\"}"));
    SpoolReader digits = file("digits", "9", 20 * MIB, "", "");
    play("JSON one number of 20 MB", 10, () -> ask(digits, "artifact_json_type"));
    SpoolReader deep = file("deep", "[", 20 * MIB, "", "");
    play("JSON 20 MB of [", 10, () -> ask(deep, "artifact_json_type"));
    for (String element : List.of("{},", "\"\",", "1.5,")) {
      String text = "[" + element.repeat(2 * MIB / element.length()) + "1]";
      play("JsonValue.parse 2 MB of " + shown(element), () -> JsonValue.parse(text).isObject());
      play("Json.read 2 MB of " + shown(element), () -> Json.read(text).isObject());
    }
    String nine = "[" + "1e99999,".repeat(100_000) + "1]";
    play("JsonValue.parse 800 KB of 1e99999", () -> Checksum.of("tool", JsonValue.parse(nine)));
  }

  private void lines() throws Exception {
    SpoolReader one = file("one", "é", 20 * MIB, "", "");
    play("text of one line of 20 MB, head", 10, () -> ask(one, "artifact_head"));
    play(
        "text of one line of 20 MB, grep",
        10,
        () -> ask(one, "artifact_grep", "{\"pattern\":\"(a+)+$\"}"));
    play("text of one line of 20 MB, cat", 10, () -> ask(one, "artifact_cat"));
    play(
        "text of one line of 20 MB, tokens",
        10,
        () -> ask(one, "artifact_estimate_tokens", "{\"encoding\":\"o200k_base\"}"));
    play("text of one line of 20 MB, headings", 10, () -> ask(one, "artifact_md_headings"));
    SpoolReader empty = file("empty", "\n", 20 * MIB, "", "");
    play("text of 20 million empty lines, cat", 10, () -> ask(empty, "artifact_cat"));
    play(
        "text of 20 million empty lines, grep",
        10,
        () -> ask(empty, "artifact_grep", "{\"pattern\":\"^$\"}"));
    play(
        "text of 20 million empty lines, cat of the program",
        10,
        () -> new SpooledArtifact(empty).cat().size());
  }

  private void tokens() {
    String cjk = "漢字".repeat(500_000);
    play("tokens of 1,000,000 CJK characters", () -> TokenCounters.count(cjk, "o200k_base"));
    String letters = "ab".repeat(500_000);
    play("tokens of 1,000,000 letters", () -> TokenCounters.count(letters, "o200k_base"));
    List<String> pieces =
        List.of("\u00a0", " ", "a", "\n", "!", "9", "😀", "a\u0301", "'s", " a", "ſ");
    for (String piece : all ? pieces : pieces.subList(0, 2)) {
      String text = piece.repeat(MIB / piece.length());
      play(
          "tokens of 1,048,576 characters of " + shown(piece),
          () -> TokenCounters.count(text, "o200k_base"));
    }
  }

  private void schemas() {
    for (String pattern :
        List.of(
            "((a{1000}){1000}){1000}",
            "(((a{100}){100}){100}){100}",
            "(?=((a{1000}){1000}){1000})b",
            "(".repeat(20_000) + "a" + ")".repeat(20_000),
            "a?".repeat(100_000),
            "[" + "a-z".repeat(100_000) + "]",
            "(a|b|".repeat(3_000) + "c" + ")".repeat(3_000),
            "(?=a)" + "(".repeat(5_000) + ")".repeat(5_000),
            "(x*)*".repeat(2_000),
            "\\p{L}{1000}",
            "(\\p{L}{1000}){1000}",
            "(?i)" + "\\p{Letter}".repeat(5_000),
            "a{1000}".repeat(1_000))) {
      play(
          "tool schema with the pattern " + shown(pattern),
          () -> {
            ToolSchema schema =
                ToolSchema.of(
                    JsonValue.of(
                        Map.of(
                            "type",
                            "object",
                            "properties",
                            Map.of("x", Map.of("type", "string", "pattern", pattern)))));
            schema.validate(Json.mapper().createObjectNode().put("x", "a".repeat(10_000)));
            return "fits";
          });
      if (!all) {
        continue;
      }
      play(
          "tool schema with patternProperties " + shown(pattern),
          () -> {
            ToolSchema.of(
                JsonValue.of(
                    Map.of(
                        "type",
                        "object",
                        "patternProperties",
                        Map.of(pattern, Map.of("type", "string")))));
            return "accepted";
          });
    }
    JsonSchema many = JsonSchema.parse("{\"items\":{\"pattern\":\"(?=(a+)+$)b\"}}");
    play(
        "1,000 texts against a pattern that backtracks",
        () -> many.validate(array("a".repeat(40) + "!", 1_000)).size());
    JsonSchema unique = JsonSchema.parse("{\"uniqueItems\":true}");
    play(
        "uniqueItems of 3,000 objects",
        () -> unique.validate(Json.read("[" + numbered("{\"a\":%d},", 3_000) + "0]")).size());
    JsonSchema wrong =
        JsonSchema.parse("{\"items\":{\"type\":\"object\",\"required\":[\"a\",\"b\",\"c\"]}}");
    play("5,000 elements of the wrong type", () -> wrong.validate(array("a", 5_000)).size());
    play("100,000 elements of the wrong type", () -> wrong.validate(array("a", 100_000)).size());
    JsonSchema closed = JsonSchema.parse("{\"type\":\"object\",\"additionalProperties\":false}");
    play(
        "5,000 unknown properties",
        () -> closed.validate(Json.read("{" + numbered("\"a%d\":1,", 5_000) + "\"z\":1}")).size());
    play(
        "50,000 unknown properties",
        () -> closed.validate(Json.read("{" + numbered("\"a%d\":1,", 50_000) + "\"z\":1}")).size());
    StringBuilder anyOf = new StringBuilder("{\"anyOf\":[");
    anyOf.append("{\"type\":\"string\"},".repeat(20_000)).append("{}]}");
    play(
        "schema with 20,000 alternatives",
        () -> JsonSchema.parse(anyOf.toString()).validate(StringNode.valueOf("a")).size());
    play(
        "schema with 100,000 properties",
        () ->
            ToolSchema.parse(
                    "{\"type\":\"object\",\"properties\":{"
                        + numbered("\"a%d\":{\"type\":\"string\"},", 100_000)
                        + "\"z\":{}}}")
                .json()
                .isObject());
    play(
        "schema with 5,000 references to an anchor",
        () ->
            JsonSchema.parse(
                    "{\"$defs\":{\"x\":{\"$anchor\":\"here\"}},\"properties\":{"
                        + numbered("\"a%d\":{\"$ref\":\"#here\"},", 5_000)
                        + "\"z\":{}}}")
                .json()
                .isObject());
    play(
        "schema with 300 levels",
        () ->
            JsonSchema.parse("{\"properties\":{\"a\":".repeat(150) + "{}" + "}}".repeat(150))
                .json()
                .isObject());
    play(
        "schema with an enum of 200,000",
        () ->
            JsonSchema.parse("{\"enum\":[" + numbered("\"v%d\",", 200_000) + "1]}")
                .validate(StringNode.valueOf("a"))
                .size());
  }

  private void patterns() throws Exception {
    SpoolReader text = memory("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n", MIB);
    for (String pattern :
        List.of(
            "((a{1000}){1000}){1000}",
            "(((a{30}){30}){30})",
            "(a+)+$",
            "(a|aa)+$",
            "(?i)(\\pL{1,1000})*!$",
            "(\\pL?){999}b",
            "[^a]?".repeat(150) + "b",
            "(a*)*(a*)*(a*)*b")) {
      play(
          "grep 1 MB with " + shown(pattern),
          10,
          () ->
              ask(
                  text,
                  "artifact_grep",
                  Json.mapper().createObjectNode().put("pattern", pattern).toString()));
    }
  }

  private void play(String name, Call call) {
    play(name, 2, call);
  }

  private void play(String name, int seconds, Call call) {
    System.gc();
    List<MemoryPoolMXBean> heap =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();
    heap.forEach(MemoryPoolMXBean::resetPeakUsage);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    boolean well = true;
    String answer;
    try {
      answer = "answered: " + shown(String.valueOf(call.answer()));
    } catch (ValidationException e) {
      answer = "refused: " + e.code() + " (" + e.violations().getFirst().rule() + ")";
    } catch (AdkException e) {
      answer = "refused: " + e.code();
    } catch (JacksonException e) {
      answer = "refused: " + e.getClass().getSimpleName();
    } catch (Throwable e) {
      answer = "**failed**: " + shown(e.toString());
      well = false;
    }
    long millis = (threads.getCurrentThreadCpuTime() - start) / 1_000_000;
    long peak = heap.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    if (millis > seconds * 1000L) {
      answer += " **late**";
      well = false;
    }
    try {
      nextCall();
    } catch (Throwable e) {
      answer += " **next call: " + e + "**";
      well = false;
    }
    failures += well ? 0 : 1;
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %s | %,d ms | %.1f MiB | %s |",
            name,
            millis,
            (double) peak / MIB,
            answer));
  }

  private void nextCall() throws IOException {
    if (next.jsonGet("$.a[*]").size() != 3) {
      throw new IllegalStateException("the next call has another answer");
    }
  }

  private static String ask(SpoolReader text, String query) throws Exception {
    return ask(text, query, "{}");
  }

  private static String ask(SpoolReader text, String query, String args) throws Exception {
    if (query.startsWith("artifact_md")) {
      return asked(
          SpooledMarkdownArtifact.TYPE.queries(), new SpooledMarkdownArtifact(text), query, args);
    }
    if (query.startsWith("artifact_json")) {
      return asked(SpooledJsonArtifact.TYPE.queries(), new SpooledJsonArtifact(text), query, args);
    }
    return asked(ArtifactTypes.SPOOLED.queries(), new SpooledArtifact(text), query, args);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static String asked(
      List<? extends ArtifactQuery<?>> queries, SpooledArtifact artifact, String query, String args)
      throws Exception {
    for (ArtifactQuery candidate : queries) {
      if (candidate.name().equals(query)) {
        return candidate.ask(artifact, Json.read(args)).length() + " characters";
      }
    }
    throw new IllegalStateException(query);
  }

  private SpoolReader file(String key, String piece, int bytes) throws IOException {
    return file(key, piece, bytes, "", "");
  }

  private SpoolReader file(String key, String piece, int bytes, String before, String after)
      throws IOException {
    return file(key, i -> piece, bytes, before, after);
  }

  private SpoolReader file(
      String key, IntFunction<String> piece, int bytes, String before, String after)
      throws IOException {
    return TextFile.write(directory.resolve(key), new Pieces(piece, bytes, before, after));
  }

  private static SpoolReader memory(String text) {
    return SpoolReader.of(text);
  }

  private static SpoolReader memory(String piece, int characters) {
    return memory(piece.repeat(characters / piece.length()));
  }

  private static String runs(char c, int characters) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; text.length() < characters; i++) {
      text.append("a").append(String.valueOf(c).repeat(i));
    }
    return text.toString();
  }

  private static String numbered(String piece, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(piece.replace("%d", "" + i));
    }
    return text.toString();
  }

  private static JsonNode array(String text, int count) {
    ArrayNode array = Json.mapper().createArrayNode();
    for (int i = 0; i < count; i++) {
      array.add(text);
    }
    return array;
  }

  private static String shown(String text) {
    String line =
        text.replace("\n", "\\n")
            .replace("\t", "\\t")
            .replace("\r", "\\r")
            .replace("\0", "\\0")
            .replace("|", "\\|");
    return "`" + (line.length() > 60 ? line.substring(0, 60) + "…" : line) + "`";
  }

  private interface Call {
    Object answer() throws Exception;
  }

  /** Text made while it is read. */
  private static final class Pieces extends InputStream {

    private final IntFunction<String> piece;
    private final long bytes;
    private final String after;
    private InputStream current;
    private long given;
    private int count;
    private boolean ending;

    Pieces(IntFunction<String> piece, long bytes, String before, String after) {
      this.piece = piece;
      this.bytes = bytes;
      this.after = after;
      this.current = stream(before);
    }

    private static InputStream stream(String text) {
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      while (true) {
        int read = current.read(buffer, offset, length);
        if (read > 0) {
          given += read;
          return read;
        }
        if (ending) {
          return -1;
        }
        if (given >= bytes) {
          ending = true;
          current = stream(after);
        } else {
          StringBuilder some = new StringBuilder();
          while (some.length() < 8192 && given + some.length() < bytes) {
            some.append(piece.apply(count++));
          }
          current = stream(some.toString());
        }
      }
    }
  }
}

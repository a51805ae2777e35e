package dev.adk4j.springai.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmExecutorOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams of Ollama and Gemini in the forms of other versions, gateways and compatible servers. */
class OddStreamsTests {

  private static final String FAILS = "fails";
  private static final String TEXT = "[Hi there] []";
  private static final String END =
      j(
          "{'model':'m','created_at':'2026-01-01T00:00:00Z','message':{'role':'assistant','content':''},'done':true,'done_reason':'stop','total_duration':1,'eval_count':2,'prompt_eval_count':1}\n");
  private static final String HI = o("'content':'Hi '");
  private static final String THERE = o("'content':'there'");
  private static final String CALL =
      o("'content':'','tool_calls':[{'function':{'name':'weather','arguments':{'city':'Oslo'}}}]");

  private final RecordedServer server = RecordedServer.start();
  private final List<String> received = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  static List<Arguments> ollama() {
    List<Arguments> cases = new ArrayList<>();
    String n = "application/x-ndjson";
    add(cases, "ollama", "plain", n, HI + THERE + END, TEXT);
    add(
        cases,
        "ollama",
        "no message at the end",
        n,
        HI
            + THERE
            + j(
                "{'model':'m','created_at':'2026-01-01T00:00:00Z','done':true,'done_reason':'stop'}\n"),
        FAILS);
    add(
        cases,
        "ollama",
        "message null at the end",
        n,
        HI
            + THERE
            + j(
                "{'model':'m','created_at':'2026-01-01T00:00:00Z','message':null,'done':true,'done_reason':'stop'}\n"),
        FAILS);
    add(cases, "ollama", "blank lines", n, HI + "\n\n" + THERE + "\n" + END, TEXT);
    add(cases, "ollama", "CRLF", n, (HI + THERE + END).replace("\n", "\r\n"), TEXT);
    add(cases, "ollama", "no last newline", n, (HI + THERE + END).stripTrailing(), TEXT);
    add(cases, "ollama", "json type", "application/json", HI + THERE + END, TEXT);
    add(
        cases,
        "ollama",
        "no created_at",
        n,
        (HI + THERE + END).replace("\"created_at\":\"2026-01-01T00:00:00Z\",", ""),
        TEXT);
    add(
        cases,
        "ollama",
        "created_at nanos and offset",
        n,
        (HI + THERE + END).replace("00:00:00Z", "00:00:00.974383393-07:00"),
        TEXT);
    add(
        cases,
        "ollama",
        "created_at empty",
        n,
        (HI + THERE + END).replace("2026-01-01T00:00:00Z", ""),
        TEXT);
    add(
        cases,
        "ollama",
        "error within",
        n,
        HI + j("{'error':'an error was encountered while running the model'}\n"),
        FAILS);
    add(
        cases,
        "ollama",
        "error object within",
        n,
        HI + j("{'error':{'message':'x','code':500}}\n"),
        FAILS);
    add(cases, "ollama", "error first", n, j("{'error':'model not found'}\n"), FAILS);
    add(cases, "ollama", "unload", n, HI + THERE + END.replace("\"stop\"", "\"unload\""), TEXT);
    add(cases, "ollama", "length", n, HI + THERE + END.replace("\"stop\"", "\"length\""), TEXT);
    add(cases, "ollama", "done reason ''", n, HI + THERE + END.replace("\"stop\"", "\"\""), TEXT);
    add(cases, "ollama", "call then end", n, CALL + END, "[Done.] [Oslo]");
    add(
        cases,
        "ollama",
        "call in the end",
        n,
        END.replace(
            "\"content\":\"\"",
            j(
                "'content':'','tool_calls':[{'function':{'name':'weather','arguments':{'city':'Oslo'}}}]")),
        "[Done.] [Oslo]");
    add(
        cases,
        "ollama",
        "call with id and index",
        n,
        CALL.replace("{\"function\":{", j("{'id':'call_1','function':{'index':0,")) + END,
        "[Done.] [Oslo]");
    add(
        cases,
        "ollama",
        "two calls one name",
        n,
        CALL + CALL.replace("Oslo", "Rome") + END,
        "[Done.] [Oslo, Rome]");
    add(cases, "ollama", "the same call twice", n, CALL + CALL + END, "[Done.] [Oslo, Oslo]");
    add(
        cases,
        "ollama",
        "call, length",
        n,
        CALL + END.replace("\"stop\"", "\"length\""),
        "[Done.] []");
    add(cases, "ollama", "call, cut", n, CALL, FAILS);
    add(cases, "ollama", "text after the call", n, CALL + HI + END, "[Hi , Done.] [Oslo]");
    add(
        cases,
        "ollama",
        "thinking then text",
        n,
        o("'content':'','thinking':'hm'") + HI + THERE + END,
        TEXT);
    add(
        cases,
        "ollama",
        "durations as fractions",
        n,
        HI + THERE + END.replace("\"total_duration\":1", "\"total_duration\":1.5"),
        TEXT);
    add(
        cases,
        "ollama",
        "durations negative",
        n,
        HI + THERE + END.replace("\"total_duration\":1", "\"total_duration\":-1"),
        TEXT);
    add(
        cases,
        "ollama",
        "unknown members",
        n,
        HI + THERE + END.replace("\"done\":true", j("'done':true,'logprobs':[],'x':{'y':1}")),
        TEXT);
    add(cases, "ollama", "page", "text/html", "<html><body>502</body></html>", FAILS);
    add(cases, "ollama", "empty", n, "", FAILS);
    add(cases, "ollama", "after the end", n, HI + THERE + END + THERE, "[Hi therethere] []");
    add(cases, "ollama", "garbage after", n, HI + THERE + END + "garbage\n", FAILS);
    add(
        cases,
        "ollama",
        "halves",
        n,
        o("'content':'Hi \\ud83d'") + o("'content':'\\ude00'") + END,
        "[Hi \ud83d\ude00] []");
    add(cases, "ollama", "content missing", n, HI + o("'x':1") + THERE + END, TEXT);
    add(
        cases,
        "ollama",
        "role missing",
        n,
        (HI + THERE + END).replace("\"role\":\"assistant\",", ""),
        TEXT);
    add(
        cases,
        "ollama",
        "sse",
        "text/event-stream",
        "data: " + HI.strip() + "\n\ndata: " + THERE.strip() + "\n\ndata: " + END.strip() + "\n\n",
        TEXT);
    return cases;
  }

  static List<Arguments> gemini() {
    List<Arguments> cases = new ArrayList<>();
    String s = "text/event-stream", c = "'content':{'role':'model','parts':[{'text':'";
    String gh = g(c + "Hi '}]}", ""), gt = g(c + "there'}]},'finishReason':'STOP'", "");
    add(cases, "gemini", "plain", s, gh + gt, TEXT);
    add(
        cases,
        "gemini",
        "usage last",
        s,
        gh + gt + j("data: {'usageMetadata':{'promptTokenCount':1},'modelVersion':'m'}\n\n"),
        TEXT);
    add(
        cases,
        "gemini",
        "end without parts",
        s,
        gh + g(c + "there'}]}", "") + g("'content':{'role':'model'},'finishReason':'STOP'", ""),
        TEXT);
    add(
        cases,
        "gemini",
        "end with empty text",
        s,
        gh + g(c + "there'}]}", "") + g(c + "'}]},'finishReason':'STOP'", ""),
        TEXT);
    for (String r : List.of("MAX_TOKENS", "OTHER", "LANGUAGE", "NEW_REASON"))
      add(cases, "gemini", r, s, gh + gt.replace("STOP", r), TEXT);
    for (String r :
        List.of("MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "SAFETY", "RECITATION"))
      add(cases, "gemini", r, s, gh + gt.replace("STOP", r), TEXT);
    add(
        cases,
        "gemini",
        "unspecified",
        s,
        gh + gt.replace("STOP", "FINISH_REASON_UNSPECIFIED"),
        FAILS);
    add(
        cases,
        "gemini",
        "error within",
        s,
        gh + j("data: {'error':{'code':503,'message':'overloaded','status':'UNAVAILABLE'}}\n\n"),
        FAILS);
    add(cases, "gemini", "CRLF", s, (gh + gt).replace("\n", "\r\n"), TEXT);
    add(cases, "gemini", "comments", s, ": x\n\n" + gh + ": x\n\n" + gt, TEXT);
    add(cases, "gemini", "no space", s, (gh + gt).replace("data: ", "data:"), TEXT);
    add(
        cases,
        "gemini",
        "list",
        "application/json",
        "[" + gh.replace("data: ", "").strip() + "," + gt.replace("data: ", "").strip() + "]",
        FAILS);
    add(cases, "gemini", "page", "text/html", "<html></html>", FAILS);
    add(
        cases,
        "gemini",
        "empty candidates",
        s,
        j("data: {'candidates':[],'modelVersion':'m'}\n\n"),
        FAILS);
    add(
        cases,
        "gemini",
        "prompt blocked",
        s,
        j("data: {'promptFeedback':{'blockReason':'SAFETY'},'modelVersion':'m'}\n\n"),
        FAILS);
    add(
        cases,
        "gemini",
        "call",
        s,
        g(
            "'content':{'parts':[{'functionCall':{'name':'weather','args':{'city':'Oslo'}}}]},'finishReason':'STOP'",
            ""),
        "[Done.] [Oslo]");
    add(
        cases,
        "gemini",
        "call with id",
        s,
        g(
            "'content':{'parts':[{'functionCall':{'id':'f1','name':'weather','args':{'city':'Oslo'}}}]},'finishReason':'STOP'",
            ""),
        "[Done.] [Oslo]");
    add(
        cases,
        "gemini",
        "two calls",
        s,
        g(
            "'content':{'parts':[{'functionCall':{'name':'weather','args':{'city':'Oslo'}}},{'functionCall':{'name':'weather','args':{'city':'Rome'}}}]},'finishReason':'STOP'",
            ""),
        "[Done.] [Oslo, Rome]");
    add(
        cases,
        "gemini",
        "two calls two chunks",
        s,
        g("'content':{'parts':[{'functionCall':{'name':'weather','args':{'city':'Oslo'}}}]}", "")
            + g(
                "'content':{'parts':[{'functionCall':{'name':'weather','args':{'city':'Rome'}}}]},'finishReason':'STOP'",
                ""),
        "[Done.] [Oslo, Rome]");
    add(
        cases,
        "gemini",
        "text and call",
        s,
        g(
            "'content':{'parts':[{'text':'Hi"
                + " '},{'functionCall':{'name':'weather','args':{'city':'Oslo'}}}]},'finishReason':'STOP'",
            ""),
        "[Done.] [Oslo]");
    add(
        cases,
        "gemini",
        "call, MAX_TOKENS",
        s,
        g(
            "'content':{'parts':[{'functionCall':{'name':'weather','args':{'city':'Oslo'}}}]},'finishReason':'MAX_TOKENS'",
            ""),
        "[Done.] []");
    add(
        cases,
        "gemini",
        "call, cut",
        s,
        g("'content':{'parts':[{'functionCall':{'name':'weather','args':{'city':'Oslo'}}}]}", ""),
        FAILS);
    add(
        cases,
        "gemini",
        "halves",
        s,
        g(c + "Hi \\ud83d'}]}", "") + g(c + "\\ude00'}]},'finishReason':'STOP'", ""),
        "[Hi \ud83d\ude00] []");
    add(
        cases,
        "gemini",
        "thought",
        s,
        g("'content':{'parts':[{'text':'hm','thought':true}]}", "") + gh + gt,
        TEXT);
    return cases;
  }

  /** The answers, and the cities of the calls that ran. */
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource({"ollama", "gemini"})
  void comesToWhatItMeans(String model, String name, String type, String body, String right)
      throws Exception {
    server.unframed(type, body.getBytes(StandardCharsets.UTF_8));
    server.unframed(
        model.equals("ollama") ? "application/x-ndjson" : "text/event-stream",
        (model.equals("ollama")
                ? o("'content':'Done.'") + END
                : g("'content':{'parts':[{'text':'Done.'}]},'finishReason':'STOP'", ""))
            .getBytes(StandardCharsets.UTF_8));
    Tool weather =
        Tool.builder("weather")
            .description("The weather.")
            .inputSchema("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}")
            .handler(
                (args, ctx, meta) -> {
                  received.add(args.get("city").stringValue());
                  return ToolOutput.text("rain");
                })
            .build();
    Agent agent =
        new Agent(
                ChatModelExecutor.builder(RecordedModels.of(model, server.url()))
                    .options(LlmExecutorOptions.builder().autoAck(true).build())
                    .build())
            .without("weather")
            .with(weather);

    agent.ask("weather");

    if (right.equals(FAILS)) {
      assertThat(agent.errors())
          .singleElement()
          .satisfies(
              error ->
                  assertThat(error.errorCode())
                      .isIn(LlmErrorCode.E_LLM_STREAM_ERROR, LlmErrorCode.E_LLM_PROVIDER_ERROR));
      assertThat(agent.answers()).isEmpty();
      assertThat(received).isEmpty();
    } else {
      assertThat(agent.errors()).isEmpty();
      assertThat(agent.answers() + " " + received).isEqualTo(right);
    }
  }

  private static void add(
      List<Arguments> cases, String model, String name, String type, String body, String right) {
    cases.add(Arguments.of(model, name, type, body, right));
  }

  private static String j(String text) {
    return text.replace('\'', '"');
  }

  private static String o(String message) {
    return j(
        "{'model':'m','created_at':'2026-01-01T00:00:00Z','message':{'role':'assistant',"
            + message
            + "},'done':false}\n");
  }

  private static String g(String candidate, String more) {
    return j("data: {'candidates':[{" + candidate + "}]" + more + ",'modelVersion':'m'}\n\n");
  }
}

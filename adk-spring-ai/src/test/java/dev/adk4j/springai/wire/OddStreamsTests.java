package dev.adk4j.springai.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.chat.Agent;
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
  private static final String ALL = HI + THERE + END;
  private static final String CALL =
      o("'content':'','tool_calls':[{'function':{'name':'weather','arguments':{'city':'Oslo'}}}]");

  private static final String OSLO = "{'functionCall':{'name':'weather','args':{'city':'Oslo'}}}";
  private static final String ROME = OSLO.replace("Oslo", "Rome");
  private static final String STOP = ",'finishReason':'STOP'";

  private final RecordedServer server = RecordedServer.start();
  private final List<String> received = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  static List<Arguments> ollama() {
    Cases cases = new Cases("ollama", "application/x-ndjson");
    cases.text("plain", ALL);
    cases.fails(
        "no message at the end",
        HI
            + THERE
            + j(
                "{'model':'m','created_at':'2026-01-01T00:00:00Z','done':true,'done_reason':'stop'}\n"));
    cases.fails(
        "message null at the end",
        HI
            + THERE
            + j(
                "{'model':'m','created_at':'2026-01-01T00:00:00Z','message':null,'done':true,'done_reason':'stop'}\n"));
    cases.text("blank lines", HI + "\n\n" + THERE + "\n" + END);
    cases.text("CRLF", ALL.replace("\n", "\r\n"));
    cases.text("no last newline", ALL.stripTrailing());
    cases.of("application/json").text("json type", ALL);
    cases.text("no created_at", ALL.replace("\"created_at\":\"2026-01-01T00:00:00Z\",", ""));
    cases.text("created_at nanos and offset", ALL.replace("00:00:00Z", "00:00:00.974383393-07:00"));
    cases.text("created_at empty", ALL.replace("2026-01-01T00:00:00Z", ""));
    cases.fails(
        "error within", HI + j("{'error':'an error was encountered while running the model'}\n"));
    cases.fails("error object within", HI + j("{'error':{'message':'x','code':500}}\n"));
    cases.fails("error first", j("{'error':'model not found'}\n"));
    cases.text("unload", ALL.replace("\"stop\"", "\"unload\""));
    cases.text("length", ALL.replace("\"stop\"", "\"length\""));
    cases.text("done reason ''", ALL.replace("\"stop\"", "\"\""));
    cases.is("call then end", CALL + END, "[Done.] [Oslo]");
    cases.is(
        "call in the end",
        END.replace(
            "\"content\":\"\"",
            j(
                "'content':'','tool_calls':[{'function':{'name':'weather','arguments':{'city':'Oslo'}}}]")),
        "[Done.] [Oslo]");
    cases.is(
        "call with id and index",
        CALL.replace("{\"function\":{", j("{'id':'call_1','function':{'index':0,")) + END,
        "[Done.] [Oslo]");
    cases.is(
        "two calls one name", CALL + CALL.replace("Oslo", "Rome") + END, "[Done.] [Oslo, Rome]");
    cases.is("the same call twice", CALL + CALL + END, "[Done.] [Oslo, Oslo]");
    cases.is("call, length", CALL + END.replace("\"stop\"", "\"length\""), "[Done.] []");
    cases.fails("call, cut", CALL);
    cases.is("text after the call", CALL + HI + END, "[Hi , Done.] [Oslo]");
    cases.text("thinking then text", o("'content':'','thinking':'hm'") + ALL);
    cases.text(
        "durations as fractions", ALL.replace("\"total_duration\":1", "\"total_duration\":1.5"));
    cases.text("durations negative", ALL.replace("\"total_duration\":1", "\"total_duration\":-1"));
    cases.text(
        "unknown members",
        ALL.replace("\"done\":true", j("'done':true,'logprobs':[],'x':{'y':1}")));
    cases.of("text/html").fails("page", "<html><body>502</body></html>");
    cases.fails("empty", "");
    cases.is("after the end", ALL + THERE, "[Hi therethere] []");
    cases.fails("garbage after", ALL + "garbage\n");
    cases.is(
        "halves",
        o("'content':'Hi \\ud83d'") + o("'content':'\\ude00'") + END,
        "[Hi \ud83d\ude00] []");
    cases.text("content missing", HI + o("'x':1") + THERE + END);
    cases.text("role missing", ALL.replace("\"role\":\"assistant\",", ""));
    cases
        .of("text/event-stream")
        .text("sse", "data: " + ALL.strip().replace("\n", "\n\ndata: ") + "\n\n");
    return cases.all;
  }

  static List<Arguments> gemini() {
    Cases cases = new Cases("gemini", "text/event-stream");
    String c = "'content':{'role':'model','parts':[{'text':'";
    String gh = g(c + "Hi '}]}"), gt = g(c + "there'}]},'finishReason':'STOP'");
    cases.text("plain", gh + gt);
    cases.text(
        "usage last",
        gh + gt + j("data: {'usageMetadata':{'promptTokenCount':1},'modelVersion':'m'}\n\n"));
    cases.text(
        "end without parts",
        gh + g(c + "there'}]}") + g("'content':{'role':'model'},'finishReason':'STOP'"));
    cases.text(
        "end with empty text", gh + g(c + "there'}]}") + g(c + "'}]},'finishReason':'STOP'"));
    for (String r : List.of("MAX_TOKENS", "OTHER", "LANGUAGE", "NEW_REASON"))
      cases.text(r, gh + gt.replace("STOP", r));
    for (String r :
        List.of("MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "SAFETY", "RECITATION"))
      cases.text(r, gh + gt.replace("STOP", r));
    cases.fails("unspecified", gh + gt.replace("STOP", "FINISH_REASON_UNSPECIFIED"));
    cases.fails(
        "error within",
        gh + j("data: {'error':{'code':503,'message':'overloaded','status':'UNAVAILABLE'}}\n\n"));
    cases.text("CRLF", (gh + gt).replace("\n", "\r\n"));
    cases.text("comments", ": x\n\n" + gh + ": x\n\n" + gt);
    cases.text("no space", (gh + gt).replace("data: ", "data:"));
    cases
        .of("application/json")
        .fails(
            "list",
            "[" + gh.replace("data: ", "").strip() + "," + gt.replace("data: ", "").strip() + "]");
    cases.of("text/html").fails("page", "<html></html>");
    cases.fails("empty candidates", j("data: {'candidates':[],'modelVersion':'m'}\n\n"));
    cases.fails(
        "prompt blocked",
        j("data: {'promptFeedback':{'blockReason':'SAFETY'},'modelVersion':'m'}\n\n"));
    cases.is("call", g(parts(OSLO) + STOP), "[Done.] [Oslo]");
    cases.is(
        "call with id",
        g(parts(OSLO.replace("{'name", "{'id':'f1','name")) + STOP),
        "[Done.] [Oslo]");
    cases.is("two calls", g(parts(OSLO + "," + ROME) + STOP), "[Done.] [Oslo, Rome]");
    cases.is(
        "two calls two chunks", g(parts(OSLO)) + g(parts(ROME) + STOP), "[Done.] [Oslo, Rome]");
    cases.is("text and call", g(parts("{'text':'Hi '}," + OSLO) + STOP), "[Done.] [Oslo]");
    cases.is("call, MAX_TOKENS", g(parts(OSLO) + STOP.replace("STOP", "MAX_TOKENS")), "[Done.] []");
    cases.fails("call, cut", g(parts(OSLO)));
    cases.is(
        "halves",
        g(c + "Hi \\ud83d'}]}") + g(c + "\\ude00'}]},'finishReason':'STOP'"),
        "[Hi \ud83d\ude00] []");
    cases.text("thought", g(parts("{'text':'hm','thought':true}")) + gh + gt);
    return cases.all;
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
                : g(parts("{'text':'Done.'}") + STOP))
            .getBytes(StandardCharsets.UTF_8));
    Agent agent =
        Agent.of(RecordedModels.of(model, server.url()), options -> options)
            .hearing(args -> received.add(args.get("city").stringValue()));

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

  /** What a model says in so many forms of one type, and what the turn makes of it. */
  private record Cases(String model, String type, List<Arguments> all) {

    Cases(String model, String type) {
      this(model, type, new ArrayList<>());
    }

    Cases of(String other) {
      return new Cases(model, other, all);
    }

    void is(String name, String body, String right) {
      all.add(Arguments.of(model, name, type, body, right));
    }

    void text(String name, String body) {
      is(name, body, TEXT);
    }

    void fails(String name, String body) {
      is(name, body, FAILS);
    }
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

  private static String parts(String parts) {
    return "'content':{'parts':[" + parts + "]}";
  }

  private static String g(String candidate) {
    return j("data: {'candidates':[{" + candidate + "}],'modelVersion':'m'}\n\n");
  }
}

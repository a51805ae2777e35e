package dev.adk4j.springai.wire;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.springai.chat.Agent;
import dev.adk4j.test.EventRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The forms in which providers and servers that are compatible with them write that there are no
 * arguments, no content or no calls, and arguments as a text in a text.
 */
class ProviderFormsTests {

  private static final String NONE = "{}";
  private static final String OSLO = "{\"city\":\"Oslo\"}";

  /** The provider's client refuses the answer: nothing is run, and the turn fails. */
  private static final String UNREADABLE = "unreadable";

  private final RecordedServer server = RecordedServer.start();
  private final List<String> received = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  /** Members of the call after its name, and what the tool receives. */
  static List<Arguments> calls() {
    List<Arguments> forms = new ArrayList<>();
    for (boolean streamed : new boolean[] {true, false}) {
      String lacking = streamed ? NONE : UNREADABLE;
      forms.add(form("openai", streamed, "", lacking));
      forms.add(form("openai", streamed, ",'arguments':null", lacking));
      forms.add(form("openai", streamed, ",'arguments':''", NONE));
      forms.add(form("openai", streamed, ",'arguments':' '", NONE));
      forms.add(form("openai", streamed, ",'arguments':'{}'", NONE));
      forms.add(form("openai", streamed, ",'arguments':'null'", NONE));
      forms.add(form("openai", streamed, ",'arguments':'[]'", NONE));
      forms.add(form("openai", streamed, ",'arguments':'\\'\\''", NONE));
      forms.add(form("openai", streamed, ",'arguments':'\\'{}\\''", NONE));
      forms.add(form("openai", streamed, ",'arguments':'\\'null\\''", NONE));
      forms.add(form("openai", streamed, ",'arguments':'\\n'", NONE));
      forms.add(form("openai", streamed, ",'arguments':' { } '", NONE));
      forms.add(form("openai", streamed, ",'arguments':' null\\n'", NONE));
      forms.add(form("openai", streamed, ",'arguments':'[ ]'", NONE));
      forms.add(form("openai", streamed, ",'arguments':'\\'[]\\''", NONE));
      forms.add(form("openai", streamed, ",'arguments':'\ufeff{}'", NONE));
      forms.add(form("openai", streamed, ",'arguments':'\ufeff{\\'city\\':\\'Oslo\\'}'", OSLO));
      forms.add(form("openai", streamed, ",'arguments':{}", UNREADABLE));
      forms.add(form("openai", streamed, ",'arguments':'{\\'city\\':\\'Oslo\\'}'", OSLO));
      forms.add(
          form(
              "openai",
              streamed,
              ",'arguments':'\\'{\\\\\\'city\\\\\\':\\\\\\'Oslo\\\\\\'}\\''",
              OSLO));
      forms.add(form("anthropic", streamed, ",'input':{}", NONE));
      forms.add(form("anthropic", streamed, ",'input':{'city':'Oslo'}", OSLO));
      forms.add(form("anthropic", streamed, ",'input':null", NONE));
      forms.add(form("anthropic", streamed, "", NONE));
      forms.add(form("anthropic", streamed, ",'input':''", NONE));
      forms.add(form("anthropic", streamed, ",'input':'{\\'city\\':\\'Oslo\\'}'", OSLO));
      forms.add(form("anthropic", streamed, ",'input':[]", NONE));
      forms.add(form("gemini", streamed, "", NONE));
      forms.add(form("gemini", streamed, ",'args':{}", NONE));
      forms.add(form("gemini", streamed, ",'args':null", UNREADABLE));
      forms.add(form("gemini", streamed, ",'args':{'city':'Oslo'}", OSLO));
      forms.add(form("ollama", streamed, "", NONE));
      forms.add(form("ollama", streamed, ",'arguments':{}", NONE));
      forms.add(form("ollama", streamed, ",'arguments':null", NONE));
      forms.add(form("ollama", streamed, ",'arguments':{'city':'Oslo'}", OSLO));
      forms.add(form("ollama", streamed, ",'arguments':''", UNREADABLE));
    }
    return forms;
  }

  @ParameterizedTest
  @MethodSource("calls")
  void readsTheArgumentsOfACall(String model, boolean streamed, String form, String right)
      throws Exception {
    play(model, streamed, call(model, streamed, json(form)));
    play(model, streamed, words(model, streamed, "'content':'Done.'", json("[{'text':'Done.'}]")));
    Agent agent = agent(model, streamed);

    EventRecorder events = agent.ask("weather");

    if (right.equals(UNREADABLE)) {
      assertThat(events).hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR);
      assertThat(received).isEmpty();
      assertThat(agent.toolCalls()).isEmpty();
    } else {
      assertThat(events).hasNoErrors();
      assertThat(received).containsExactly(right);
      assertThat(agent.answers()).containsExactly("Done.");
    }
  }

  /** Members of a message without content or calls, and the answer. */
  static List<Arguments> messages() {
    List<Arguments> forms = new ArrayList<>();
    for (boolean streamed : new boolean[] {true, false}) {
      for (String content : new String[] {"", "'content':null,", "'content':'',"}) {
        for (String calls :
            new String[] {"'tool_calls':[]", "'tool_calls':null", "'role':'assistant'"}) {
          forms.add(form("openai", streamed, content + calls, ""));
          forms.add(form("ollama", streamed, content + calls, ""));
        }
      }
      for (String calls :
          new String[] {"'tool_calls':[]", "'tool_calls':null", "'function_call':null"}) {
        forms.add(form("openai", streamed, "'content':'Hi'," + calls, "Hi"));
        forms.add(form("ollama", streamed, "'content':'Hi'," + calls, "Hi"));
      }
      forms.add(form("anthropic", streamed, "[]", ""));
      forms.add(form("anthropic", streamed, "[{'type':'text','text':''}]", ""));
      forms.add(form("gemini", streamed, "'content':{'role':'model'}", ""));
      forms.add(form("gemini", streamed, "'content':{'role':'model','parts':[]}", ""));
      forms.add(form("gemini", streamed, "'content':{'parts':[{'text':''}]}", ""));
      forms.add(form("gemini", streamed, "'content':{'parts':[{}]}", ""));
      forms.add(form("gemini", streamed, "'index':0", UNREADABLE));
    }
    return forms;
  }

  @ParameterizedTest
  @MethodSource("messages")
  void readsAMessageWithoutContentOrCalls(String model, boolean streamed, String form, String right)
      throws Exception {
    play(model, streamed, words(model, streamed, json(form), json(form)));
    Agent agent = agent(model, streamed);

    EventRecorder events = agent.ask("weather");

    if (right.equals(UNREADABLE)) {
      assertThat(events).hasErrors(LlmErrorCode.E_LLM_STREAM_ERROR);
    } else {
      assertThat(events).hasNoErrors();
    }
    assertThat(String.join("", agent.answers())).isEqualTo(right.equals(UNREADABLE) ? "" : right);
    assertThat(received).isEmpty();
  }

  private static String call(String model, boolean streamed, String form) {
    return switch (model) {
      case "openai" ->
          openAi(
              streamed,
              json("'role':'assistant','tool_calls':[{'index':0,'id':'c1','type':'function',")
                  + json("'function':{'name':'weather'")
                  + form
                  + "}}]",
              "tool_calls");
      case "anthropic" ->
          anthropic(
              streamed,
              json("[{'type':'tool_use','id':'t1','name':'weather'") + form + "}]",
              "tool_use");
      case "gemini" ->
          gemini(
              streamed,
              json("'content':{'parts':[{'functionCall':{'name':'weather'") + form + "}}]}");
      case "ollama" ->
          ollama(
              json("'role':'assistant','content':'','tool_calls':[{'function':{'name':'weather'")
                  + form
                  + "}}]");
      default -> throw new IllegalArgumentException(model);
    };
  }

  static String words(String model, boolean streamed, String members, String blocks) {
    String said = json(members);
    return switch (model) {
      case "openai" -> openAi(streamed, said, "stop");
      case "anthropic" ->
          anthropic(streamed, blocks.replace("[{\"text", "[{\"type\":\"text\",\"text"), "end_turn");
      case "gemini" ->
          gemini(
              streamed,
              said.startsWith("\"content\":\"")
                  ? json("'content':{'parts':") + blocks + "}"
                  : said);
      case "ollama" -> ollama(said);
      default -> throw new IllegalArgumentException(model);
    };
  }

  private static String openAi(boolean streamed, String members, String reason) {
    String head = json("{'id':'c','created':1,'model':'m','object':'chat.completion");
    return streamed
        ? "data: "
            + head
            + json(".chunk','choices':[{'index':0,'delta':{")
            + members
            + "}}]}\n\ndata: "
            + head
            + json(".chunk','choices':[{'index':0,'delta':{},'finish_reason':'" + reason)
            + "\"}]}\n\ndata: [DONE]\n\n"
        : head
            + json("','choices':[{'index':0,'finish_reason':'" + reason + "','message':{")
            + members
            + "}}]}";
  }

  private static String anthropic(boolean streamed, String blocks, String reason) {
    String message = json("{'id':'m','type':'message','role':'assistant','model':'m',");
    String usage = json("'usage':{'input_tokens':1,'output_tokens':1}");
    if (!streamed) {
      return message
          + json("'stop_reason':'" + reason + "','content':")
          + blocks
          + ","
          + usage
          + "}";
    }
    StringBuilder stream = new StringBuilder();
    event(
        stream,
        "message_start",
        json("'message':") + message + json("'content':[],") + usage + "}");
    if (!blocks.equals("[]")) {
      String block = blocks.substring(1, blocks.length() - 1);
      int at = block.indexOf(",\"input\":");
      String input = at < 0 ? NONE : block.substring(at + 9, block.length() - 1);
      String start = at < 0 ? block : block.substring(0, at) + json(",'input':{}}");
      event(stream, "content_block_start", json("'index':0,'content_block':") + start);
      if (block.contains("Done")) {
        event(stream, "content_block_delta", delta("'type':'text_delta','text':'Done.'"));
      } else if (!input.equals(NONE)) {
        String piece = input.replace("\\", "\\\\").replace("\"", "\\\"");
        event(stream, "content_block_delta", delta("'type':'input_json_delta','partial_json':''"));
        event(
            stream,
            "content_block_delta",
            delta("'type':'input_json_delta','partial_json':'" + piece + "'"));
      }
      event(stream, "content_block_stop", json("'index':0"));
    }
    event(stream, "message_delta", json("'delta':{'stop_reason':'" + reason + "'},") + usage);
    event(stream, "message_stop", "");
    return stream.toString();
  }

  private static String delta(String delta) {
    return json("'index':0,'delta':{" + delta + "}");
  }

  private static void event(StringBuilder stream, String type, String members) {
    stream
        .append("event: ")
        .append(type)
        .append("\ndata: {\"type\":\"")
        .append(type)
        .append('"')
        .append(members.isEmpty() ? "" : "," + members)
        .append("}\n\n");
  }

  private static String gemini(boolean streamed, String members) {
    return (streamed ? "data: " : "")
        + "{\"candidates\":[{"
        + members
        + json(",'finishReason':'STOP'}],'modelVersion':'m'}")
        + "\n\n";
  }

  private static String ollama(String members) {
    return json("{'model':'m','created_at':'2026-01-01T00:00:00Z','message':{")
        + members
        + json("},'done':true,'done_reason':'stop'}\n");
  }

  private static Arguments form(String model, boolean streamed, String form, String right) {
    return Arguments.of(model, streamed, form, right);
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private void play(String model, boolean streamed, String body) {
    if (streamed) {
      server.stream(body);
    } else {
      server.json(200, body);
    }
  }

  private Agent agent(String model, boolean streamed) {
    return Agent.of(RecordedModels.of(model, server.url()), options -> options.stream(streamed))
        .hearing(args -> received.add(args.toString()));
  }
}

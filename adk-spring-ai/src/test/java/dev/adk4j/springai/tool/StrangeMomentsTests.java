package dev.adk4j.springai.tool;

import static dev.adk4j.test.AdkAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.DispatchStatus;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.springai.chat.Agent;
import io.modelcontextprotocol.client.McpSyncClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;

/** A server in this process that is gone from one of its requests on. */
class StrangeMomentsTests {

  private static final StrangeServer.Answers GONE =
      params -> {
        throw new IllegalStateException("the pipe is closed");
      };

  /** The request from which on the server is gone: initialize, list, list, then calls. */
  static Stream<Integer> moments() {
    return IntStream.rangeClosed(1, 10).boxed();
  }

  @ParameterizedTest
  @MethodSource("moments")
  void aTurnEndsWithItsOtherToolsWheneverTheServerGoes(int moment) throws Exception {
    StrangeServer server = new StrangeServer();
    AtomicInteger requests = new AtomicInteger();
    StrangeServer.Answers lists =
        params ->
            params.has("cursor")
                ? "{\"tools\":[]}"
                : "{\"tools\":[" + StrangeServer.GOOD + "],\"nextCursor\":\"2\"}";
    server.starts = goingAt(moment, requests, server.starts);
    server.lists = goingAt(moment, requests, lists);
    server.calls = goingAt(moment, requests, server.calls);
    CallingModel model = new CallingModel();
    IntStream.range(0, 7).forEach(i -> model.call("good", "{}"));
    Agent agent = agent(model, server.connect("crm"));

    assertThat(agent.ask("go")).hasNoErrors().dispatchEndedWith(DispatchStatus.ACK);

    assertThat(agent.answers()).containsExactly("done");
    List<Boolean> failed = agent.toolCalls().stream().map(ToolCall::isError).toList();
    int good = moment <= 2 ? 0 : Math.max(0, moment - 4);
    assertThat(failed)
        .containsExactlyElementsOf(IntStream.range(0, 7).mapToObj(i -> i >= good).toList());
  }

  private static StrangeServer.Answers goingAt(
      int moment, AtomicInteger requests, StrangeServer.Answers answers) {
    return params -> (requests.incrementAndGet() >= moment ? GONE : answers).to(params);
  }

  /** What the server gives for a call, and what the model is told. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"jsonrpcError":{"code":-32602,"message":"No such order.","data":{"hint":"ask for 7"}}} | No such order.⏎{⏎  "hint" : "ask for 7"⏎}
          {"jsonrpcError":{"code":-32603,"message":"Broken."}}               | Broken.
          {"content":[{"type":"text","text":"Not allowed."}],"isError":true} | Not allowed.
          {"content":[],"structuredContent":{"why":"full"},"isError":true}   | "why" : "full"
          {"content":[{"type":"hologram","why":"dark"}],"isError":true}      | {"type":"hologram","why":"dark"}
          {"isError":true}                                                   | without a reason
          {"content":[{"type":"hologram"},{"type":"text","text":"stays"}]}   | stays
          {"content":[{"type":"text","text":"called","annotations":5}]}      | called
          {"content":[{"type":"text","text":"Bad."}],"isError":"True"}       | failed. Bad.
          {"jsonrpcError":{"code":-32000,"message":""}}                      | -32000
          {"jsonrpcError":{"code":-32602,"message":"No.","data":"ask for 7"}} | No.⏎ask for 7
          {"toolResult":"42"}                                                | "toolResult" : "42"
          "plain"                                                            | plain
          []                                                                 | [ ]
          """)
  void theModelIsToldWhatTheServerSays(String result, String told) throws Exception {
    StrangeServer server = new StrangeServer();
    server.calls = params -> result;
    Agent agent = agent(new CallingModel().call("good", "{}"), server.connect("crm"));

    assertThat(agent.ask("go")).hasNoErrors();

    assertThat(CallingModel.text(agent.toolCalls().getFirst())).contains(told.replace('⏎', '\n'));
    assertThat(agent.answers()).containsExactly("done");
  }

  private static Agent agent(CallingModel model, McpSyncClient client) {
    SyncMcpToolCallbackProvider provider = StrangeServer.provider(client);
    return Agent.of(model, Agent::tellingErrors)
        .offering(new ToolCache(() -> List.of(provider), told -> {}, Duration.ofMinutes(1)));
  }
}

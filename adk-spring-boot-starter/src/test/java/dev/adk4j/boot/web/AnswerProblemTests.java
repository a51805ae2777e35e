package dev.adk4j.boot.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.StreamingApp;
import dev.adk4j.boot.gate.AdkGatesAutoConfiguration;
import dev.adk4j.boot.gate.AdkStoredTurnsAutoConfiguration;
import dev.adk4j.boot.protocol.ProtocolClient;
import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.Json;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Controllers that let the exceptions of a client through. */
@Timeout(300)
class AnswerProblemTests {

  @AutoClose private static ConfigurableApplicationContext app;

  @BeforeAll
  static void start() {
    app =
        new SpringApplicationBuilder(App.class)
            .properties("server.port=0", "spring.main.register-shutdown-hook=false")
            .run();
  }

  @Test
  void answersConflictWithTheGatesWhereAnAskWaits() throws Exception {
    JsonNode problem = problem(post("/ask/a", "pay"), 409, "E_ANSWER_WAITING");

    assertThat(problem.path("turnId").asString()).isNotEmpty();
    assertThat(problem.path("gates")).hasSize(1);
    JsonNode gate = problem.path("gates").path(0);
    assertThat(gate.path("id").asString()).isNotEmpty();
    assertThat(gate.path("tool").asString()).isEqualTo("pay");
    assertThat(gate.path("args").path("to").asString()).isEqualTo("bob");
    assertThat(gate.path("deadline").isNull()).isFalse();
    JsonNode answer = post("/send/b", "pay").json();
    assertThat(answer.path("gates").path(0).propertyNames()).isEqualTo(gate.propertyNames());
  }

  @Test
  void answersConflictWithTheGatesWhereAMessageIsRefused() throws Exception {
    String gate = gate(post("/send/c", "pay"));

    for (String path : List.of("/send/c", "/stream/c")) {
      JsonNode problem = problem(post(path, "hi"), 409, "E_ANSWER_WAITING");
      assertThat(problem.path("gates").path(0).path("id").asString()).isEqualTo(gate);
    }
  }

  @Test
  void tellsWhatIsWrongWithADecision() throws Exception {
    String gate = gate(post("/send/d", "pay"));

    problem(post("/decide/d/nothing/boss", "true"), 404, "E_GATE_NOT_FOUND");
    problem(post("/decide/other/" + gate + "/boss", "true"), 404, "E_GATE_NOT_FOUND");
    problem(post("/decide/d/" + gate + "/ann", "true"), 403, "E_GATE_NOT_AUTHORIZED");
    problem(post("/decide/d/" + gate + "/boss", "7"), 422, "E_INVALID_TURN_GATE_RESOLUTION");
    assertThat(post("/decide/d/" + gate + "/boss", "true").status()).isEqualTo(200);
    problem(post("/decide/d/" + gate + "/boss", "false"), 409, "E_GATE_ALREADY_SETTLED");
  }

  @Test
  void tellsThatTheModelGaveNoAnswer() throws Exception {
    problem(post("/ask/e", "nothing"), 502, "E_NO_ANSWER");
    problem(post("/ask/e", "E_ANSWER_TYPE"), 502, "E_ANSWER_TYPE");
    problem(post("/ask/e", "E_ANSWER_CUT"), 502, "E_ANSWER_CUT");
    problem(post("/ask/e", "E_ANSWER_REFUSED"), 422, "E_ANSWER_REFUSED");
  }

  @Test
  void hidesWhatIsInternal() throws Exception {
    Reply failed = post("/ask/f", "E_STORAGE_CORRUPT");
    assertThat(failed.status()).isEqualTo(500);
    assertThat(failed.body()).doesNotContain("inner");
    assertThat(post("/ask/f", "E_ANSWER_TYPE").body()).doesNotContain("inner");
  }

  private static String gate(Reply answer) {
    return answer.json().path("gates").path(0).path("id").asString();
  }

  private static JsonNode problem(Reply response, int status, String code) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertThat(response.header("content-type")).isEqualTo("application/problem+json");
    JsonNode problem = response.json();
    assertThat(problem.path("code").asString()).isEqualTo(code);
    return problem;
  }

  private static Reply post(String path, String body) {
    String port = app.getEnvironment().getProperty("local.server.port");
    return new ProtocolClient(URI.create("http://localhost:" + port), null)
        .postAs("text/plain", path, body);
  }

  @StreamingApp
  @ImportAutoConfiguration({AdkGatesAutoConfiguration.class, AdkStoredTurnsAutoConfiguration.class})
  @Import(InMemoryStorageAdapter.class)
  static class App {

    @Bean
    DispatchExecutor executor() {
      return App::answer;
    }

    @Bean
    Chat chat(AgentClient agent) {
      return new Chat(agent);
    }

    private static void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) {
      String asked = ctx.turnMessages().snapshot().getLast().text();
      if (asked.startsWith("E_")) {
        ctx.nack(new AdkException(AdkErrorCode.valueOf(asked), "inner"));
        return;
      } else if (asked.equals("pay") && ctx.turnToolCalls().isEmpty()) {
        ToolCallRunner.run(
            ctx,
            helpers,
            List.of(ToolCallRequest.ofText("1", "pay", "{\"to\": \"bob\"}")),
            ToolResultOptions.DEFAULT);
        return;
      } else if (!asked.equals("nothing")) {
        ctx.storeMessage(Message.assistant("done"));
      }
      ctx.ack();
    }
  }

  @RestController
  record Chat(AgentClient agent) {

    @AgentTool(value = "Pays.", approval = Approval.REQUIRED, approvalTimeoutSeconds = 60)
    String pay(String to) {
      return "paid";
    }

    @PostMapping("/ask/{id}")
    String ask(@PathVariable("id") String id, @RequestBody String text) {
      return agent.conversation("ann", id).ask(text);
    }

    @PostMapping("/send/{id}")
    Answer send(@PathVariable("id") String id, @RequestBody String text) {
      return agent.conversation("ann", id).send(text);
    }

    @PostMapping("/stream/{id}")
    AgentStream stream(@PathVariable("id") String id, @RequestBody String text) {
      return agent.conversation("ann", id).stream(text);
    }

    @PostMapping("/decide/{id}/{gate}/{actor}")
    Answer decide(
        @PathVariable("id") String id,
        @PathVariable("gate") String gate,
        @PathVariable("actor") String actor,
        @RequestBody String value) {
      return agent
          .conversation("ann", id)
          .decide(gate, GateDecision.resolve(Json.read(value)), GateActor.of(actor, "default"));
    }
  }
}

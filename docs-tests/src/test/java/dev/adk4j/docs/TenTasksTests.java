package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The programs of {@code docs/ten-tasks.md} compile, start, and do what their task asks for. */
@Tag("slow")
class TenTasksTests {

  private static final Pattern EVENT_ID = Pattern.compile("(?m)^id:(.+)$");
  private static final Pattern DELTA = Pattern.compile("\"delta\":\"([^\"]*)\"");

  private final ScriptedModel model = new ScriptedModel();

  @TempDir Path directory;

  @Test
  void helloAnswers() throws Exception {
    model.says("Hello from the other side.");
    try (TaskApplication app = start("t01")) {
      assertThat(app.get("/hello", "q", "Hi")).isEqualTo("Hello from the other side.");
    }
  }

  @Test
  void theToolRuns() throws Exception {
    model.calls("orderStatus", "{\"number\":\"4711\"}").says("It is shipped.");
    try (TaskApplication app = start("t02")) {
      assertThat(app.get("/ask", "q", "Where is 4711?")).isEqualTo("It is shipped.");
      assertThat(model.lastPrompt()).contains("Order 4711 is shipped");
    }
  }

  @Test
  void theAnswerIsAValueWithAToolBetween() throws Exception {
    model
        .calls("orderStatus", "{\"number\":\"4711\"}")
        .calls("give_answer", "{\"number\":\"4711\",\"status\":\"shipped\"}");
    try (TaskApplication app = start("t03")) {
      assertThat(app.get("/order", "q", "Where is 4711?"))
          .isEqualTo("{\"number\":\"4711\",\"status\":\"shipped\"}");
      assertThat(model.lastPrompt()).contains("Order 4711 is shipped");
    }
  }

  @Test
  void theStreamHasIdsAndAReloadReadsOn() throws Exception {
    model.says("Hello from the other side.");
    try (TaskApplication app = start("t04")) {
      String all = app.get("/stream/c1", "q", "Hi");
      assertThat(text(all)).isEqualTo("Hello from the other side.");
      List<String> ids = EVENT_ID.matcher(all).results().map(id -> id.group(1)).toList();
      assertThat(ids).hasSizeGreaterThan(5).doesNotHaveDuplicates();

      int firstWord = all.substring(0, all.indexOf("\"delta\":\"Hello")).split("\nid:").length;
      String rest = app.get("/stream/c1", ids.get(firstWord - 1), new String[] {"q", "Hi"});

      assertThat(text(rest)).isEqualTo(" from the other side.");
      assertThat(model.asked()).as("turns that were started").isEqualTo(1);
    }
  }

  private static String text(String events) {
    StringBuilder text = new StringBuilder();
    DELTA.matcher(events).results().forEach(delta -> text.append(delta.group(1)));
    return text.toString();
  }

  @Test
  void theCallWaitsForADecisionOverARestart() throws Exception {
    model.calls("refund", "{\"order\":\"4711\"}").says("You get your money.");
    Path classes = TaskApplication.compile(directory, TaskProgram.ours("t05"));
    String gate;
    try (TaskApplication app = TaskApplication.start(classes, model)) {
      JsonNode waiting = json(app.get("/ask/c1", "q", "Refund 4711"));
      assertThat(waiting.path("status").stringValue()).isEqualTo("WAITING");
      assertThat(waiting.at("/gates/0/tool").stringValue()).isEqualTo("refund");
      assertThat(waiting.at("/gates/0/args/order").stringValue()).isEqualTo("4711");
      gate = waiting.at("/gates/0/id").stringValue();
    }
    try (TaskApplication app = TaskApplication.start(classes, model)) {
      JsonNode answer = json(app.get("/decide/c1/" + gate, "ok", "true"));
      assertThat(answer.path("status").stringValue()).isEqualTo("COMPLETED");
      assertThat(answer.path("text").stringValue()).isEqualTo("You get your money.");
      assertThat(model.lastPrompt()).contains("refunded 4711");
    }
  }

  @Test
  void theConversationIsThereAfterARestart() throws Exception {
    model.says("Hello Ann.").says("You are Ann.");
    Path classes = TaskApplication.compile(directory, TaskProgram.ours("t06"));
    try (TaskApplication app = TaskApplication.start(classes, model)) {
      assertThat(app.get("/chat/c1", "q", "I am Ann.")).isEqualTo("Hello Ann.");
    }
    try (TaskApplication app = TaskApplication.start(classes, model)) {
      assertThat(app.get("/chat/c1", "q", "Who am I?")).isEqualTo("You are Ann.");
      assertThat(model.lastPrompt()).contains("I am Ann.", "Hello Ann.");
    }
  }

  @Test
  void factsOfAUserAreKnownInAnotherConversationAfterARestartAndToNobodyElse() throws Exception {
    model.calls("add_memory", "{\"entries\":[\"Takes tea black.\"]}").says("Noted.");
    Path classes = TaskApplication.compile(directory, TaskProgram.ours("t07"));
    try (TaskApplication app = TaskApplication.start(classes, model)) {
      assertThat(app.get("/chat/ann/monday", "q", "I take my tea black.")).isEqualTo("Noted.");
    }
    model.says("Black.").says("I do not know.");
    try (TaskApplication app = TaskApplication.start(classes, model)) {
      app.get("/chat/ann/friday", "q", "How do I take my tea?");
      assertThat(model.lastPrompt()).contains("Takes tea black.");
      app.get("/chat/bob/friday", "q", "How do I take my tea?");
      assertThat(model.lastPrompt()).doesNotContain("Takes tea black.");
    }
  }

  @Test
  void theAnswerComesFromTheFolder() throws Exception {
    model.says("Within 30 days.");
    try (TaskApplication app = start("t08")) {
      app.get("/ask", "q", "May lamps be returned?");
      assertThat(model.lastPrompt()).contains("within 30 days, in their box", "returns.md");
    }
  }

  @Test
  void theOwnStorageKeepsTheConversationOverARestart() throws Exception {
    model.says("Hello Ann.").says("You are Ann.");
    Path classes = TaskApplication.compile(directory, TaskProgram.ours("t09"));
    try (TaskApplication app = TaskApplication.start(classes, model)) {
      app.get("/chat/c1", "q", "I am Ann.");
      var rows = app.bean(JdbcClient.class).sql("select count(*) from agent_record");
      assertThat(rows.query(Integer.class).single()).isEqualTo(2);
    }
    try (TaskApplication app = TaskApplication.start(classes, model)) {
      app.get("/chat/c1", "q", "Who am I?");
      assertThat(model.lastPrompt()).contains("I am Ann.", "Hello Ann.");
    }
  }

  @Test
  void theTestPasses() throws Exception {
    Path classes =
        TaskApplication.compile(directory, TaskProgram.ours("t02"), TaskProgram.ours("t10"));
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader = JavaCompilation.loader(classes)) {
      Thread.currentThread().setContextClassLoader(loader);
      var tests =
          EngineTestKit.engine("junit-jupiter")
              .selectors(DiscoverySelectors.selectClass(loader.loadClass("t02.OrderAgentTests")))
              .execute()
              .testEvents();
      tests.assertStatistics(statistics -> statistics.started(1).succeeded(1));
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Test
  void tokensAreMeasured() throws Exception {
    model.says("Hello.");
    try (TaskApplication app = start("t11")) {
      app.get("/ask", "q", "Hi");
      assertThat(app.get("/actuator/metrics/adk.tokens", "tag", "gen_ai.token.type:output"))
          .contains("\"value\":9.0");
      assertThat(app.bean(MeterRegistry.class).get("adk.turn").timer().count()).isEqualTo(1);
    }
  }

  private TaskApplication start(String task) throws Exception {
    return TaskApplication.start(TaskApplication.compile(directory, TaskProgram.ours(task)), model);
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }
}

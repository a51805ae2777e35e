package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.client.AgentClient;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;

/**
 * Compiles code that uses an agent wrongly, starts an application with it and writes down what a
 * user reads; with {@code -Dadk.docs.update=true} the page is written anew.
 */
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class WrongWaysTests {

  private static final String TOOL = "@Component\nclass Shop { %s }";
  private static final String SERVICE = "@AgentService\ninterface Support { %s }";

  @TempDir private Path directory;

  private final List<String> rows = new ArrayList<>();
  private int count;

  @Test
  void eachIsAnErrorThatSaysWhatToDo(CapturedOutput output) throws Exception {
    tools(output);
    interfaces(output);
    agents(output);
    calls();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(20);
    GeneratedPages.compare(
        "docs/reports/wrong-ways.md",
        """
        # Wrong ways to use an agent

        %d mistakes in code and in the settings of agents, and what a user reads: of a start that fails the first lines of the
        report, of a call that fails the exception. A test makes each mistake and writes this page.

        | What was written | What the user reads |
        | --- | --- |
        %s
        """
            .formatted(rows.size(), String.join("\n", rows)));
  }

  private void tools(CapturedOutput output) throws Exception {
    start(output, TOOL.formatted("@AgentTool String find(String number) { return number; }"));
    start(output, TOOL.formatted("@AgentTool(\"\") String find() { return null; }"));
    start(
        output,
        TOOL.formatted(
            "@AgentTool(value = \"Finds.\", description = \"Seeks.\") String find() { return null; }"));
    start(
        output,
        TOOL.formatted(
            "@AgentTool(\"Finds an order.\") String find(java.io.InputStream file) { return null; }"));
    start(
        output,
        TOOL.formatted(
            "@AgentTool(\"Finds an order.\") String find() { return null; }"
                + " @AgentTool(\"Finds a lamp.\") String find(String name) { return name; }"));
    start(
        output,
        TOOL.formatted(
            "@AgentTool(value = \"Pays.\", name = \"pay now\") String pay() { return null; }"));
  }

  private void interfaces(CapturedOutput output) throws Exception {
    start(output, SERVICE.formatted("void answer(String text);"));
    start(output, SERVICE.formatted("String answer(String text, String more);"));
    start(output, SERVICE.formatted("@Prompt(\"Classify: {txt}\") String classify(String text);"));
    start(output, SERVICE.formatted("String chat(@ConversationId int id, String text);"));
    start(output, SERVICE.formatted("Future<String> answer(String text);"));
    start(
        output,
        "@AgentService(\"suport\")\ninterface Support { String answer(String text); }",
        "adk.agents.support.system-prompt=Help.");
  }

  private void agents(CapturedOutput output) throws Exception {
    start(output, "", "adk.agents.support.tools=refund");
    start(output, "", "adk.agents.support.sytem-prompt=Help.");
    start(output, "", "adk.agents.support.approval=refund");
  }

  private void calls() throws Exception {
    call("agent.ask(\"\");");
    call("agent.conversation(\"c1\").ask(\"Hello\");");
    call("agent.conversation(\"ann\", \"\").ask(\"Hello\");");
    call("agent.ask(\"Hello\", Object.class);");
    call("agent.ask(\"Find 17\", Duration.class);");
    call("agent.ask(\"Hello\", o -> o.temperature(-1));");
    call("agent.ask(\"Hello\", o -> o.maxTokens(0));");
    call("agent.ask(\"Hello\", o -> o.tools(\"refund\"));");
    call("agent.ask(\"Pay 5 euros\");");
    call("agent.conversation(\"ann\", \"c2\").decide(\"no-such-gate\", true);");
    call(
        "Conversation c = agent.conversation(\"ann\", \"c3\"); c.send(\"Pay 5 euros\");"
            + " c.send(\"Hello?\");");
    call(
        "Conversation c = agent.conversation(\"ann\", \"c4\"); Answer a = c.send(\"Pay 5 euros\");"
            + " c.decide(a.gates().get(0), true);");
  }

  /** Starts an application with that code in its packages. */
  private void start(CapturedOutput output, String code, String... properties) throws Exception {
    int before = output.getAll().length();
    Throwable failure = catchThrowable(() -> run(code, properties, context -> {}));
    assertThat(failure).as(code + Arrays.toString(properties)).isNotNull();
    String said = output.getAll().substring(before);
    assertThat(said)
        .as(
            "%s %s: %s",
            code,
            Arrays.toString(properties),
            failure + " " + said.replaceAll("(?m)^\\s+at .*\n", ""))
        .contains("APPLICATION FAILED TO START");
    said = said.substring(said.indexOf("Description:") + "Description:".length());
    assertThat(said).doesNotContain("\tat ");
    List<String> lines =
        said.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.equals("Action:"))
            .limit(4)
            .toList();
    row(code.isEmpty() ? String.join(" ", properties) : code, String.join("<br>", lines));
  }

  /** Calls the statements in an application that has one tool, for which approval is needed. */
  private void call(String statements) throws Exception {
    Throwable failure =
        catchThrowable(
            () ->
                run(
                    "public class Call { public static void call(AgentClient agent)"
                        + " throws Exception { "
                        + statements
                        + " } }",
                    new String[0],
                    context -> {
                      Class<?> type = context.getClassLoader().loadClass(wrongPackage() + ".Call");
                      try {
                        type.getMethod("call", AgentClient.class)
                            .invoke(null, context.getBean(AgentClient.class));
                      } catch (java.lang.reflect.InvocationTargetException e) {
                        throw (Exception) e.getCause();
                      }
                    }));
    assertThat(failure).as(statements).isNotNull();
    assertThat(failure).as(statements).isNotInstanceOf(NullPointerException.class);
    row(
        statements,
        failure.getClass().getSimpleName() + ": " + failure.getMessage().replace("\n", "<br>"));
  }

  private void run(String code, String[] properties, Check check) throws Exception {
    count++;
    String text = "```java\n" + code + "\n```\n";
    Path page = Repository.ROOT.resolve("docs/wrong" + count + ".md");
    Sample sample = MarkdownPage.of(page, text).samples().get(0);
    String scanned = code.isEmpty() ? "dev.adk4j.docs.none" : wrongPackage();
    if (code.isEmpty()) {
      start(scanned, properties, check);
      return;
    }
    try (RunningSample running = RunningSample.compile(sample, directory)) {
      assertThat(running.type().getPackageName()).isEqualTo(scanned);
      start(scanned, properties, check);
    }
  }

  private String wrongPackage() {
    return "docs_wrong" + count + ".line2";
  }

  private static void start(String scanned, String[] properties, Check check) throws Exception {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .properties(
                "spring.main.banner-mode=off",
                "spring.main.log-startup-info=false",
                "spring.flyway.enabled=false",
                "spring.datasource.url=jdbc:h2:mem:" + scanned,
                "adk.jdbc.schema=create-if-missing")
            .initializers(
                started -> {
                  BeanDefinitionRegistry beans = (BeanDefinitionRegistry) started.getBeanFactory();
                  AutoConfigurationPackages.register(beans, scanned);
                  new ClassPathBeanDefinitionScanner(beans, true, started.getEnvironment(), started)
                      .scan(scanned);
                })
            .run(Stream.of(properties).map(p -> "--" + p).toArray(String[]::new))) {
      check.check(context);
    }
  }

  private void row(String written, String read) {
    rows.add(
        "| `%s` | %s |"
            .formatted(
                written.replace("\n", " ").replace("|", "\\|"),
                read.replaceAll("docs_wrong\\d+\\.line2", "com.example")
                    .replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "…")
                    .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "…")
                    .replace("|", "\\|")));
  }

  private interface Check {
    void check(ConfigurableApplicationContext context) throws Exception;
  }

  @SpringBootConfiguration
  @EnableAutoConfiguration
  static class Application {

    @Bean
    ChatModel chatModel() {
      return new Model();
    }

    @Bean
    Payments payments() {
      return new Payments();
    }
  }

  /** Calls the tool when it is told to pay, and otherwise says one sentence. */
  static final class Model implements ChatModel {

    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().model("model").build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      AssistantMessage.Builder<?> answer = AssistantMessage.builder();
      List<Message> all = prompt.getInstructions();
      if (all.stream().anyMatch(message -> String.valueOf(message.getText()).contains("Pay"))
          && all.stream().noneMatch(ToolResponseMessage.class::isInstance)) {
        answer.toolCalls(
            List.of(new AssistantMessage.ToolCall("1", "function", "pay", "{\"amount\":5}")));
      } else {
        answer.content("I do not know.");
      }
      return new ChatResponse(List.of(new Generation(answer.build())));
    }
  }

  static class Payments {

    @AgentTool(value = "Pays an amount.", approval = Approval.REQUIRED)
    String pay(int amount) {
      return "paid " + amount;
    }
  }
}

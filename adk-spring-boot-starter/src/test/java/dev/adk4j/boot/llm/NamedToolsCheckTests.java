package dev.adk4j.boot.llm;

import static dev.adk4j.boot.Starts.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.loop.Tool;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.turn.ToolApproval;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

class NamedToolsCheckTests {

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              AdkLlmAutoConfiguration.class,
              AdkToolCallbackAutoConfiguration.class,
              AdkBudgetAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withPropertyValues("adk.storage.noop=tools")
          .withBean(PersistentStorage.class, InMemoryStorageAdapter::new)
          .withBean(ChatModel.class, () -> prompt -> new ChatResponse(List.of()))
          .withBean(Tool.class, () -> tool("wire-money"));

  static class Mailer {
    @AgentTool(description = "Sends a mail.")
    public String sendMail(String to) {
      return "sent";
    }
  }

  @Test
  void failsTheStartForUnknownNameWithSimilarOne() {
    assertThat(runner.start("adk.llm.approval.tools=wire-money,wire_money").getStartupFailure())
        .hasMessageContaining("adk.llm.approval.tools")
        .hasMessageContaining("no tool is named 'wire_money'")
        .hasMessageContaining("did you mean 'wire-money'?")
        .hasMessageContaining("optional:NAME");
  }

  @Test
  void namesOfBeansMethodsAndCallbacksAreKnown() {
    runner
        .withBean(Mailer.class)
        .withBean(ToolCallback.class, () -> callback("look"))
        .withBean(ToolCallbackProvider.class, () -> ToolCallbackProvider.from(callback("listen")))
        .withPropertyValues("adk.llm.approval.tools=wire-money,sendMail,look,listen")
        .run(context -> assertThat(context).hasSingleBean(ToolApproval.class));
  }

  @Test
  void acceptsPatternsAndOptionalNamesOfLaterTools() {
    AtomicInteger asked = new AtomicInteger();
    ToolCallbackProvider remote =
        () -> {
          asked.incrementAndGet();
          return new ToolCallback[] {callback("mcp_delete")};
        };
    ContextStarter later = runner.withBean(ToolCallbackProvider.class, () -> remote);
    assertThat(later.start("adk.llm.approval.tools=wire-money,mcp_*,optional:mcp_delete"))
        .hasSingleBean(ToolApproval.class);
    assertThat(later.start("adk.llm.approval.tools=mcp_delete").getStartupFailure())
        .hasMessageContaining("no tool is named 'mcp_delete'");
    assertThat(asked).hasValue(0);
  }

  @Test
  void failsTheStartForUnknownToolChoice() {
    assertThat(runner.start("adk.llm.tool-choice=function:nosuch").getStartupFailure())
        .hasMessageContaining("adk.llm.tool-choice")
        .hasMessageContaining("no tool is named 'nosuch'; known are wire-money");
    assertThat(
            runner
                .start("adk.llm.tool-choice=allowed_tools:wire-money, wiremoney")
                .getStartupFailure())
        .hasMessageContaining("'wiremoney' (did you mean 'wire-money'?)");
    for (String right : List.of("auto", "function:wire-money", "allowed_tools:wire-money")) {
      runner
          .withPropertyValues("adk.llm.tool-choice=" + right)
          .run(context -> assertThat(context).hasNotFailed());
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void logsToolChoiceOfProviders(CapturedOutput output) {
    runner
        .withPropertyValues("adk.storage.noop=", "adk.llm.tool-choice=function:nosuch")
        .withBean(ToolProvider.class, () -> ctx -> List.of())
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output)
        .contains("adk.llm.tool-choice: must name existing tools: no tool is named 'nosuch'");
  }

  private static ToolCallback callback(String name) {
    return new AdkLlmAutoConfigurationTests.Recorder().callback(name);
  }
}

package dev.adk4j.boot.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.Starts;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.prompt.context.ContextTrimmer;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.retrieval.ToolSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

class ToolSearchConfigurationTests {

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              AdkBudgetAutoConfiguration.class,
              AdkContextTrimmerAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withUserConfiguration(Agent.class);

  private static List<String> offered(AssertableApplicationContext context) {
    context.getBean(AgentClient.class).ask("Hi");
    return context.getBean(Model.class).offered;
  }

  @Test
  void isOffByDefault() {
    var context = runner.start();
    assertThat(context).doesNotHaveBean(ToolSearch.class);
    assertThat(offered(context)).containsExactlyInAnyOrder("one", "two", "late");
  }

  @Test
  void searchesAboveTheNumberAndPinsWhatIsNamed() {
    assertThat(offered(runner.start("adk.llm.tool-search.above=3"))).hasSize(3);
    var context =
        runner.start(
            "adk.llm.tool-search.above=2",
            "adk.llm.tool-search.pinned=one",
            "adk.llm.tool-choice=allowed_tools:two",
            "adk.llm.context-window=10000",
            "adk.llm.token-encoding=o200k_base",
            "adk.llm.context.trim.enabled=true");
    assertThat(offered(context))
        .as("what the application's own middleware adds is found, too")
        .containsExactly("one", "two", "search_tools", "load_tools");
    List<String> pipeline = context.getBean(TurnRunner.class).describe().dispatchInputPipeline();
    assertThat(pipeline.subList(pipeline.size() - 2, pipeline.size()))
        .containsExactly(ToolSearch.class.getName(), ContextTrimmer.class.getName());
  }

  @Test
  void agentsThatNameTheirToolsSearchAmongThese() {
    var context =
        runner.start(
            "adk.llm.tool-search.above=1",
            "adk.agents.both.tools=one,two",
            "adk.agents.few.tools=one");
    Model model = context.getBean(Model.class);
    context.getBean("both", AgentClient.class).ask("Hi");
    assertThat(model.offered).containsExactly("search_tools", "load_tools");
    context.getBean("few", AgentClient.class).ask("Hi");
    assertThat(model.offered).containsExactly("one");
  }

  @Test
  void aPinnedNameThatNoToolHasStopsTheStart() {
    assertThat(
            runner
                .start("adk.llm.tool-search.above=2", "adk.llm.tool-search.pinned=oen")
                .getStartupFailure())
        .hasMessageContaining("adk.llm.tool-search.pinned")
        .hasMessageContaining("did you mean 'one'?");
    assertThat(runner.start("adk.llm.tool-search.above=-1").getStartupFailure())
        .rootCause()
        .hasMessageContaining("must be 0 or more");
  }

  @Test
  void aBudgetThatRunsOutStopsBeforeAFoundToolAndTheNextMessageWorks() {
    var context =
        runner.start(
            "adk.llm.tool-search.above=2",
            "adk.llm.budget.limits[0].level=turn",
            "adk.llm.budget.limits[0].tokens=150");
    Model model = context.getBean(Model.class);
    model.searching.set(3);
    Conversation conversation =
        context.getBean(AgentClient.class).conversation(Scope.of("acme", "ann", "c1"));
    assertThatThrownBy(() -> conversation.ask("Do it."))
        .hasMessageContaining("150 tokens in all are allowed, 200 tokens were used");
    assertThat(model.ran).hasValue(0);

    model.searching.set(0);
    assertThat(conversation.ask("Are you there?")).isEqualTo("Done.");
    assertThat(model.offered).containsExactly("one", "search_tools", "load_tools");
  }

  /** Searches and loads, then calls what it loaded. */
  static final class Model implements DispatchExecutor {

    private final AtomicInteger searching = new AtomicInteger();
    private final AtomicInteger ran = new AtomicInteger();
    private final List<String> offered = new ArrayList<>();

    @Override
    public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) {
      helpers.reportGenerationStats(GenerationStats.tokens("m", 60, 40));
      offered.clear();
      offered.addAll(
          ctx.tools().visible().stream()
              .map(Tool::name)
              .filter(name -> !name.startsWith("artifact_"))
              .toList());
      switch (searching.getAndDecrement()) {
        case 3 -> call(ctx, helpers, "search_tools", Map.of("query", "one"));
        case 2 -> call(ctx, helpers, "load_tools", Map.of("names", List.of("one")));
        case 1 -> call(ctx, helpers, "one", Map.of());
        default -> {
          ctx.storeMessage(Message.assistant("Done."));
          ctx.ack();
        }
      }
    }

    private static void call(
        DispatchContext ctx, DispatchExecutorHelpers helpers, String tool, Map<String, ?> args) {
      ToolCallRunner.run(ctx, helpers, new ToolCallRequest(null, tool, JsonValue.of(args).node()));
    }
  }

  record Tools(Model model) {

    @AgentTool("Does one thing.")
    String one() {
      model.ran.incrementAndGet();
      return "one";
    }

    @AgentTool("Does two things.")
    String two() {
      return "two";
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Import(InMemoryStorageAdapter.class)
  static class Agent {

    @Bean
    Model executor() {
      return new Model();
    }

    @Bean
    Tools tools(Model model) {
      return new Tools(model);
    }

    @Bean
    DispatchMiddleware adds() {
      return (ctx, next) -> {
        ctx.tools().register(Starts.tool("late", (args, c, meta) -> ToolOutput.text("late")), true);
        next.proceed();
      };
    }
  }
}

package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.memory.AdkMemoryAutoConfiguration;
import dev.adk4j.boot.retrieval.AdkRetrievalAutoConfiguration;
import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkException;
import dev.adk4j.memory.local.InMemoryMemoryStore;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.prompt.budget.Budget;
import dev.adk4j.springai.chat.LlmOptionsPatch;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.turn.ToolApproval;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.vector.retrieval.Retriever;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class AgentsTests {

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              OwnConfigurations.named("llm.AdkLlmAutoConfiguration"),
              OwnConfigurations.named("llm.AdkBudgetAutoConfiguration"),
              AdkMemoryAutoConfiguration.class,
              AdkRetrievalAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withPropertyValues("adk.llm.chat-model=large", "adk.client.system-prompt=Be kind.")
          .withBean(PersistentStorage.class, InMemoryStorageAdapter::new)
          .withBean("large", Model.class, () -> new Model("large"))
          .withBean("small", Model.class, () -> new Model("small"))
          .withBean(Shop.class, Shop::new);

  private static AgentClient agent(
      org.springframework.context.ApplicationContext context, String name) {
    return context.getBean(name, AgentClient.class);
  }

  private static Model model(org.springframework.context.ApplicationContext context, String name) {
    return context.getBean(name, Model.class);
  }

  @Test
  void agentsAreInjectedByNameAndTheDefaultByType() {
    var context =
        runner
            .withPropertyValues(
                "adk.agents.support.system-prompt=Support.", "adk.agents.sales.system-prompt=Sell.")
            .withBean(Injected.class)
            .start();
    Injected injected = context.getBean(Injected.class);
    injected.support.ask("Hi");
    injected.sales.ask("Hi");
    injected.other.ask("Hi");
    assertThat(model(context, "large").system).containsExactly("Support.", "Sell.", "Be kind.");
    assertThat(context.getBean(AgentClient.class)).isSameAs(injected.other);
    assertThat(context.getBean(TurnRunner.class)).isSameAs(context.getBean("adkTurnRunner"));
  }

  @Test
  void anAgentCallsItsOwnChatModelAndNamesItsModel() {
    var context =
        runner
            .withBean(
                LlmOptionsPatch.class, () -> LlmOptionsPatch.NONE.with("options.model", "big-1"))
            .start(
                "adk.agents.support.chat-model=small",
                "adk.agents.sales.chat-model=small",
                "adk.agents.sales.model=small-2",
                "adk.agents.cheap.model=big-mini");
    assertThat(agent(context, "support").ask("Hi")).isEqualTo("small answers");
    assertThat(agent(context, "sales").ask("Hi")).isEqualTo("small answers");
    assertThat(agent(context, "cheap").ask("Hi")).isEqualTo("large answers");
    assertThat(context.getBean(AgentClient.class).ask("Hi")).isEqualTo("large answers");
    assertThat(model(context, "small").models).containsExactly("small-1", "small-2");
    assertThat(model(context, "large").models).containsExactly("big-mini", "big-1");
  }

  @Test
  void severalAgentsHaveTheToolsTheyName(CapturedOutput output) {
    var context =
        runner.start(
            "adk.agents.support.tools=find",
            "adk.agents.sales.system-prompt=Sell.",
            "adk.agents.both.tools=*");
    agent(context, "support").ask("Hi");
    agent(context, "sales").ask("Hi");
    agent(context, "both").ask("Hi");
    assertThatThrownBy(() -> agent(context, "support").ask("Hi", o -> o.tools("pay", "find")))
        .hasMessageContaining("'pay', which the agent does not have");
    agent(context, "support").ask("Hi", o -> o.tools("find"));
    agent(context, "support").ask("Hi", o -> o.tools(true));
    context.getBean(AgentClient.class).ask("Hi");
    assertThat(model(context, "large").tools)
        .containsExactly(
            List.of("find"),
            List.of(),
            List.of("find", "pay"),
            List.of("find"),
            List.of("find"),
            List.of("find", "pay"));
    assertThat(output).containsOnlyOnce("Without tools: sales.");
  }

  @Test
  void anAgentHasTheAgentsItNamesAsTools(CapturedOutput output) {
    var context =
        runner.start(
            "adk.agents.boss.agents=expert,boss",
            "adk.agents.boss.description=Decides.",
            "adk.agents.boss.tools=",
            "adk.agents.expert.description=Knows.",
            "adk.agents.expert.agents=boss",
            "adk.agents.other.tools=find");
    agent(context, "boss").ask("Hi");
    agent(context, "expert").ask("Hi");
    agent(context, "other").ask("Hi");
    assertThat(model(context, "large").tools)
        .containsExactly(List.of("boss", "expert"), List.of("boss"), List.of("find"));
    assertThat(output).doesNotContain("Without tools");
  }

  @Test
  void anAgentThatIsNamedNeedsADescription() {
    assertThat(
            runner
                .start("adk.agents.boss.agents=expert", "adk.agents.expert.tools=find")
                .getStartupFailure())
        .rootCause()
        .hasMessageContaining("adk.agents.boss.agents");
    assertThat(runner.start("adk.agents.boss.agents=nobody").getStartupFailure())
        .rootCause()
        .hasMessageContaining("adk.agents.boss.agents");
  }

  @Test
  void theOnlyAgentHasAllTools() {
    var context = runner.start("adk.agents.support.system-prompt=Support.");
    agent(context, "support").ask("Hi");
    assertThat(model(context, "large").tools).containsExactly(List.of("find", "pay"));
  }

  @Test
  void memoryAndRetrievalAreSwitchedOffForAnAgent() {
    var context =
        runner
            .withBean(MemoryStore.class, () -> InMemoryMemoryStore.of("facts"))
            .withBean(Retriever.class, () -> query -> List.of())
            .start(
                "adk.memory.injection.enabled=true",
                "adk.agents.support.memory=false",
                "adk.agents.support.retrieval=false");
    TurnRunner.Description all = context.getBean("adkTurnRunner", TurnRunner.class).describe();
    TurnRunner.Description own =
        context.getBean("adkTurnRunner.support", TurnRunner.class).describe();
    assertThat(all.turnInputPipeline())
        .anyMatch(name -> name.contains("MemoryInjection"))
        .anyMatch(name -> name.contains("etriev"));
    assertThat(own.turnInputPipeline())
        .noneMatch(name -> name.contains("emory"))
        .noneMatch(name -> name.contains("etriev"));
    assertThat(own.turnOutputPipeline()).isEmpty();
    agent(context, "support").ask("Hi");
    context.getBean(AgentClient.class).ask("Hi");
    assertThat(model(context, "large").tools.getFirst()).containsExactly("find", "pay");
    assertThat(model(context, "large").tools.getLast()).hasSizeGreaterThan(2);
  }

  @Test
  void budgetsAndApprovalsAddToThoseOfAllAgents() {
    var context =
        runner.start(
            "adk.llm.approval.tools=find",
            "adk.llm.budget.limits[0].level=conversation",
            "adk.llm.budget.limits[0].tokens=1000",
            "adk.agents.support.approval=pay",
            "adk.agents.support.budgets[0].level=conversation",
            "adk.agents.support.budgets[0].tokens=5");
    List<String> own =
        context
            .getBean("adkTurnRunner.support", TurnRunner.class)
            .describe()
            .dispatchInputPipeline();
    assertThat(own).containsOnlyOnce(Budget.class.getName());
    assertThat(own).filteredOn(ToolApproval.class.getName()::equals).hasSize(2);
    var conversation = agent(context, "support").conversation("ann", "c1");
    conversation.send("Hi");
    assertThatThrownBy(() -> conversation.send("Hi")).hasStackTraceContaining("E_BUDGET_EXCEEDED");
    assertThat(context.getBean(AgentClient.class).conversation("ann", "c1").send("Hi").text())
        .isEqualTo("large answers");
  }

  @Test
  void budgetsOfAnAgentAloneWork() {
    var context =
        runner.start(
            "adk.agents.support.budgets[0].level=conversation",
            "adk.agents.support.budgets[0].tokens=5");
    var conversation = agent(context, "support").conversation("ann", "c1");
    conversation.send("Hi");
    assertThatThrownBy(() -> conversation.send("Hi")).hasStackTraceContaining("E_BUDGET_EXCEEDED");
  }

  @Test
  void anAgentLimitsItsInput() {
    var context = runner.start("adk.agents.support.max-input=3B");
    assertThatThrownBy(() -> agent(context, "support").ask("1234"))
        .isInstanceOf(AdkException.class);
    assertThat(context.getBean(AgentClient.class).ask("1234")).isNotEmpty();
  }

  @Test
  void unknownNamesStopTheStart() {
    refused("adk.agents.a.tools=fnd", "no tool is named 'fnd' (did you mean 'find'?)");
    refused("adk.agents.a.approval=refund", "no tool is named 'refund'; known are find, pay");
    refused("adk.agents.a.chat-model=smal", "did you mean small?");
    refused("adk.agents.a.chat-model=anthropicChatModel", "spring-ai-starter-model-anthropic");
    refused("adk.agents.a.model=small", "adk.agents.a.chat-model");
    refused("adk.agents.large.model=x", "is the name of another bean");
    refused("adk.agents.a.max-input=0B", "adk.agents.*.max-input");
    refused("adk.agents.a.modle=x", "adk.agents.a.modle");
  }

  private void refused(String property, String message) {
    for (String lazy : List.of("", "lazy")) {
      runner
          .withPropertyValues(property)
          .withInitializer(
              context -> {
                if (!lazy.isEmpty()) {
                  context.addBeanFactoryPostProcessor(
                      new org.springframework.boot.LazyInitializationBeanFactoryPostProcessor());
                }
              })
          .run(
              context ->
                  assertThat(context)
                      .as(property + " " + lazy)
                      .getFailure()
                      .hasStackTraceContaining(message));
    }
  }

  static class Injected {
    final AgentClient support;
    final AgentClient sales;
    final AgentClient other;

    Injected(
        @Qualifier("support") AgentClient support,
        @Qualifier("sales") AgentClient sales,
        AgentClient other) {
      this.support = support;
      this.sales = sales;
      this.other = other;
    }
  }

  static class Shop {
    @AgentTool("Finds an order.")
    String find(String number) {
      return "order " + number;
    }

    @AgentTool("Pays an order.")
    String pay(String number) {
      return "paid " + number;
    }
  }

  static final class Model extends AnsweringModel {
    final List<String> system = new CopyOnWriteArrayList<>();
    final List<String> models = new CopyOnWriteArrayList<>();
    final List<List<String>> tools = new CopyOnWriteArrayList<>();
    private final String name;

    Model(String name) {
      super(name + "-1");
      this.name = name;
    }

    @Override
    protected String answer(Prompt prompt) {
      system.add(String.valueOf(prompt.getSystemMessage().getText()));
      models.add(String.valueOf(prompt.getOptions().getModel()));
      tools.add(
          ((ToolCallingChatOptions) prompt.getOptions())
              .getToolCallbacks().stream()
                  .map(tool -> tool.getToolDefinition().name())
                  .sorted()
                  .toList());
      return name + " answers";
    }
  }
}

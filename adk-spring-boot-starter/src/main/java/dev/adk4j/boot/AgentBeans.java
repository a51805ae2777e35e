package dev.adk4j.boot;

import dev.adk4j.boot.internal.callback.CallbackConfigurer;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.AgentProperties;
import dev.adk4j.boot.internal.properties.LlmProperties;
import dev.adk4j.boot.internal.properties.LlmProperties.Fallback.Model;
import dev.adk4j.client.AgentClient;
import dev.adk4j.guard.Guards;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.prompt.budget.Budget;
import dev.adk4j.prompt.budget.BudgetLedger;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.prompt.budget.PriceTable;
import dev.adk4j.tool.internal.ToolNames;
import dev.adk4j.turn.ToolApproval;
import dev.adk4j.turn.TurnRunner;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Creates the beans of the agents that properties configure: copies of the default client and the
 * default runner with the agent's settings.
 */
record AgentBeans(ConfigurableListableBeanFactory beanFactory, AdkProperties properties) {

  /** Creates an executor from a chat model bean; present if the executor uses a chat model. */
  private static final String EXECUTORS = "adkChatModelExecutors";

  private static final List<String> MEMORY =
      List.of("adkMemoryTurnStart", "adkMemoryTurnEnd", "adkMemoryInjection", "adkMemoryRefresh");

  AgentClient client(String name) {
    AgentProperties agent = agent(name);
    AgentClient inherited = beanFactory.getBeanProvider(AgentClient.class).getIfUnique();
    if (inherited == null) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.agents." + name,
          null,
          "inherits from the only AgentClient bean of the application, but there is none or "
              + "there are several: mark one with @Primary");
    }
    AgentClient.Builder builder = inherited.toBuilder().name(name);
    PropertyMapper given = PropertyMapper.get();
    given.from((TurnRunner) bean(AgentRegistrar.runner(name))).to(builder::runner);
    given.from(agent.systemPrompt()).to(builder::systemPrompt);
    given.from(agent.model()).to(builder::model);
    given.from(agent.whileWaiting()).to(builder::whileWaiting);
    given.from(agent.guards()).as(names -> guards(name, names)).to(builder::guards);
    given.from(agent.maxInput()).asInt(DataSize::toBytes).to(builder::maxInput);
    return builder
        .addTools(others(name, agent))
        .standingInstructions(agent.standingInstructions().toArray(String[]::new))
        .tools(tools(agent))
        .build();
  }

  /** Looked up when they are called, because two agents may call each other. */
  private Tool[] others(String name, AgentProperties agent) {
    return agent.agents().stream().map(other -> other(name, other)).toArray(Tool[]::new);
  }

  private Tool other(String name, String other) {
    AgentProperties asked = properties.agents().get(other);
    if (asked == null || asked.description() == null) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.agents." + name + ".agents",
          other,
          asked == null
              ? "is no agent; there are: " + String.join(", ", properties.agents().keySet())
              : "needs adk.agents."
                  + other
                  + ".description, which describes to a model when to call it");
    }
    return AgentClient.asTool(
        other, asked.description(), () -> beanFactory.getBean(other, AgentClient.class));
  }

  private String[] guards(String agent, List<String> names) {
    Guards all = beanFactory.getBeanProvider(Guards.class).getIfAvailable();
    Set<String> known = all == null ? Set.of() : all.names();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new InvalidConfigurationPropertyValueException(
            "adk.agents." + agent + ".guards",
            name,
            "must be the name of a guard; known are "
                + (known.isEmpty() ? "none" : String.join(", ", known)));
      }
    }
    return names.toArray(String[]::new);
  }

  /** The reader tools of results are created in a turn, together with the tools. */
  private Predicate<Tool> tools(AgentProperties agent) {
    Predicate<String> named = named(agent);
    Set<String> memory =
        agent.memory()
            ? Set.of()
            : Stream.of("adkSearchMemoryTool", "adkAddMemoryTool")
                .filter(beanFactory::containsBean)
                .map(bean -> beanFactory.getBean(bean, Tool.class).name())
                .collect(Collectors.toSet());
    Set<String> declared =
        new HashSet<>(
            beanFactory.getBeanProvider(TurnRunner.class).stream()
                .flatMap(runner -> runner.describe().tools().stream())
                .toList());
    return tool ->
        !memory.contains(tool.name())
            && (named.test(tool.name())
                || tool.isArtifactTool() && !declared.contains(tool.name()));
  }

  private Predicate<String> named(AgentProperties agent) {
    List<String> names = agent.tools();
    if (names == null) {
      boolean all = !nameTheirTools(properties.agents());
      return name -> all;
    }
    return names.isEmpty() ? name -> false : ToolNames.of(names)::contains;
  }

  TurnRunner runner(String name) {
    AgentProperties agent = agent(name);
    TurnRunner.Builder builder =
        agent.memory() ? beanFactory.getBean(TurnRunner.Builder.class) : withoutMemory();
    if (agent.chatModel() != null || agent.fallback() != null) {
      builder.executor(executor(name, agent));
    }
    if (!agent.retrieval()) {
      remove(builder, List.of("adkRetrieval"));
    }
    if (!agent.budgets().isEmpty()) {
      builder.changeDispatchInputPipeline(pipeline -> limit(pipeline, agent));
    }
    if (!agent.approval().isEmpty()) {
      Duration timeout = properties.llm().approval().timeout();
      ToolApproval asking = ToolApproval.of(agent.approval().toArray(String[]::new));
      builder.changeDispatchInputPipeline(
          pipeline -> pipeline.add(timeout.isZero() ? asking : asking.timeout(timeout)));
    }
    return builder.build();
  }

  private DispatchExecutor executor(String name, AgentProperties agent) {
    @SuppressWarnings("unchecked")
    BiFunction<@Nullable String, @Nullable List<Model>, DispatchExecutor> executors =
        (BiFunction<@Nullable String, @Nullable List<Model>, DispatchExecutor>) bean(EXECUTORS);
    if (executors == null) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.agents." + name + (agent.chatModel() == null ? ".fallback" : ".chat-model"),
          agent.chatModel(),
          "needs the library's executor of chat models, but the application has its own "
              + "DispatchExecutor, or adk.llm.enabled is false");
    }
    return executors.apply(agent.chatModel(), agent.fallback());
  }

  private TurnRunner.Builder withoutMemory() {
    Object customizer = bean("adkMemoryRunnerCustomizer");
    TurnRunner.Builder builder = TurnRunner.builder();
    beanFactory.getBean(CallbackConfigurer.class).configure(builder);
    beanFactory.getBean(TurnRunnerParts.class).configure(builder);
    beanFactory
        .getBeanProvider(TurnRunnerCustomizer.class)
        .orderedStream()
        .filter(other -> other != customizer)
        .forEach(other -> other.customize(builder));
    remove(builder, MEMORY);
    return builder;
  }

  private void remove(TurnRunner.Builder builder, List<String> names) {
    List<Object> unwanted = names.stream().map(this::bean).filter(Objects::nonNull).toList();
    builder.changeTurnInputPipeline(pipeline -> pipeline.removeIf(unwanted::contains));
    builder.changeTurnOutputPipeline(pipeline -> pipeline.removeIf(unwanted::contains));
    builder.changeDispatchInputPipeline(pipeline -> pipeline.removeIf(unwanted::contains));
  }

  /** One budget with the limits of both: two budgets would charge the shared usage twice. */
  private void limit(List<DispatchMiddleware> pipeline, AgentProperties agent) {
    LlmProperties.Budget inherited = properties.llm().budget();
    Budget.Builder budget =
        Budget.builder()
            .prices(beanFactory.getBean(PriceTable.class))
            .ledger(beanFactory.getBean(BudgetLedger.class))
            .stop(inherited.stop())
            .allowUnmetered(inherited.allowUnmetered());
    Stream.concat(inherited.limits().stream(), agent.budgets().stream())
        .map(l -> new BudgetLimit(l.level(), l.period(), l.tokens(), l.cost()))
        .distinct()
        .forEach(budget::limit);
    int at = pipeline.indexOf(bean("adkBudget"));
    if (at < 0) {
      pipeline.addFirst(budget.build());
    } else {
      pipeline.set(at, budget.build());
    }
  }

  private AgentProperties agent(String name) {
    return Objects.requireNonNull(properties.agents().get(name));
  }

  private @Nullable Object bean(String name) {
    return beanFactory.containsBean(name) ? beanFactory.getBean(name) : null;
  }

  /** Returns true if there are several agents, each of which has only the tools that it names. */
  static boolean nameTheirTools(Map<String, AgentProperties> agents) {
    return agents.size() > 1;
  }
}

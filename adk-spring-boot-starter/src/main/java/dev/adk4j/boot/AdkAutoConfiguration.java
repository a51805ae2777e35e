package dev.adk4j.boot;

import dev.adk4j.boot.internal.callback.CallbackConfigurer;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.diagnosis.UnknownVariables;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.TurnProperties;
import dev.adk4j.boot.internal.startup.StartupNote;
import dev.adk4j.boot.internal.turn.OpenTurns;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.guard.Guards;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.prompt.budget.PriceTable;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.MaxIterations;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.web.gate.GateActors;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of a turn runner from the beans of the application: callbacks, executor,
 * middleware, tools and listeners.
 */
@AutoConfiguration(after = TaskExecutionAutoConfiguration.class)
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@EnableConfigurationProperties(AdkProperties.class)
@Import(AgentRegistrar.class)
public final class AdkAutoConfiguration {

  static final String RUNNER = "adkTurnRunner";
  static final String AGENTS = "adkAgentBeans";

  @Bean
  static AdkStartupCheck adkStartupCheck() {
    return new AdkStartupCheck();
  }

  @Bean
  static UnknownVariables adkUnknownVariables() {
    return new UnknownVariables();
  }

  @Bean
  static ListenerBeans adkListenerBeans(
      ConfigurableListableBeanFactory beanFactory, BeansByDefinition beans) {
    return new ListenerBeans(beanFactory, beans);
  }

  @Bean
  @ConditionalOnMissingBean
  CallbackConfigurer adkCallbackConfigurer(
      ConfigurableListableBeanFactory beanFactory, BeansByDefinition beans) {
    return new CallbackConfigurer(beanFactory, beans.callbacks());
  }

  /**
   * Creates a new builder at each injection, so that the application can build any number of
   * runners.
   */
  @Bean
  @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
  @ConditionalOnMissingBean
  TurnRunner.Builder adkTurnRunnerBuilder(
      CallbackConfigurer callbacks,
      TurnRunnerParts parts,
      ObjectProvider<TurnRunnerCustomizer> customizers) {
    TurnRunner.Builder builder = TurnRunner.builder();
    callbacks.configure(builder);
    parts.configure(builder);
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder;
  }

  @Bean
  TurnRunnerParts adkTurnRunnerParts(
      ConfigurableListableBeanFactory beanFactory,
      BeansByDefinition beans,
      Environment environment) {
    return new TurnRunnerParts(beanFactory, beans, environment);
  }

  @Bean(RUNNER)
  @ConditionalOnMissingBean
  TurnRunner adkTurnRunner(TurnRunner.Builder builder) {
    return builder.build();
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(TurnRunner.class)
  AgentClient adkAgentClient(
      TurnRunner runner,
      AdkProperties properties,
      ObjectProvider<RequestLimits> limits,
      ObjectProvider<PriceTable> prices,
      ObjectProvider<ScopeResolver> resolvers,
      ObjectProvider<AgentRegistry> waiting,
      ObjectProvider<GateActors> actors) {
    ScopeResolver resolver = resolvers.getIfAvailable();
    return AgentClient.builder(runner)
        .owners(resolver == null ? AuthenticatedUser.resolver() : resolver)
        .ownerRequired(resolver == null)
        .registry(waiting.getIfAvailable())
        .whileWaiting(properties.client().whileWaiting())
        .actors(() -> CurrentActor.of(actors.getIfAvailable()))
        .prices(stats -> prices.getIfAvailable(() -> PriceTable.EMPTY).costOf(stats))
        .systemPrompt(properties.client().systemPrompt())
        .standingInstructions(properties.client().standingInstructions().toArray(String[]::new))
        .maxInput((int) Math.min(properties.turn().maxInput().toBytes(), Integer.MAX_VALUE))
        .limits(limits.getIfAvailable(RequestLimits::none))
        .streamStall(properties.stream().stall())
        .build();
  }

  @Bean(AGENTS)
  AgentBeans adkAgentBeans(ConfigurableListableBeanFactory beanFactory, AdkProperties properties) {
    return new AgentBeans(beanFactory, properties);
  }

  @Bean
  StartupLine adkStartupLine(
      ConfigurableListableBeanFactory beanFactory,
      BeansByDefinition beans,
      ObjectProvider<StartupNote> notes,
      Environment environment) {
    return new StartupLine(beanFactory, beans.callbacks(), notes, environment);
  }

  /** Outermost middleware: a turn counts as open until all other middleware has completed. */
  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  @ConditionalOnMissingBean
  OpenTurns adkOpenTurns() {
    return new OpenTurns();
  }

  @Bean
  TurnShutdown adkTurnShutdown(OpenTurns turns, AdkProperties properties, Environment environment) {
    TurnShutdown shutdown = new TurnShutdown(turns, properties.shutdown());
    shutdown.warnIfLongerThan(
        environment.getProperty(
            "spring.lifecycle.timeout-per-shutdown-phase", Duration.class, Duration.ofSeconds(30)));
    return shutdown;
  }

  /** Middleware that most agents need. Each one can be replaced or disabled. */
  @Configuration(proxyBeanMethods = false)
  static class Middleware {

    @Bean
    @Order(AdkOrder.GUARD)
    @ConditionalOnMissingBean
    @Conditional(OnGuards.class)
    Guards adkGuards(ConfigurableListableBeanFactory beanFactory, AdkProperties properties) {
      return GuardBeans.of(beanFactory, properties.guards());
    }

    @Bean
    @Order(AdkOrder.HYDRATE)
    @ConditionalOnMissingBean
    @ConditionalOnSwitch(defaultOn = "adk.turn.hydrate.enabled")
    HydrateTurn adkHydrateTurn(AdkProperties properties) {
      TurnProperties.Hydrate hydrate = properties.turn().hydrate();
      return HydrateTurn.builder()
          .messages(hydrate.messages())
          .thoughts(hydrate.thoughts())
          .toolCalls(hydrate.toolCalls())
          .memories(hydrate.memories())
          .retrievables(hydrate.retrievables())
          .standingInstructions(hydrate.standingInstructions())
          .step(hydrate.step())
          .partialAnswers(hydrate.partialAnswers())
          .build();
    }

    @Bean
    @Order(AdkOrder.ACCEPT_INPUT)
    @ConditionalOnMissingBean
    @ConditionalOnSwitch(defaultOn = "adk.turn.accept-input")
    AcceptInput adkAcceptInput() {
      return new AcceptInput();
    }

    @Bean
    @Order(AdkOrder.MAX_ITERATIONS)
    @ConditionalOnMissingBean
    MaxIterations adkMaxIterations(AdkProperties properties) {
      int most = properties.dispatch().maxIterations();
      return new MaxIterations(most == 0 ? Integer.MAX_VALUE : most);
    }
  }
}

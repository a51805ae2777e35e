package dev.adk4j.boot.llm;

import static dev.adk4j.boot.Starts.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.AnsweringModel;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.boot.actuate.Shown;
import dev.adk4j.boot.internal.observe.AdkMeter;
import dev.adk4j.client.AgentClient;
import dev.adk4j.springai.chat.ChatModelExecutor;
import dev.adk4j.springai.chat.LlmOptionsPatch;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.http.HttpStatus;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.web.client.HttpServerErrorException;

/** Models that properties name for when the chosen one cannot answer. */
class FallbackTests {

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              MetricsAutoConfiguration.class,
              SimpleMetricsExportAutoConfiguration.class,
              CompositeMeterRegistryAutoConfiguration.class,
              AdkLlmAutoConfiguration.class,
              AdkBudgetAutoConfiguration.class,
              AdkAutoConfiguration.class,
              OwnConfigurations.named("observe.AdkObservationAutoConfiguration"),
              OwnConfigurations.named("actuate.AdkActuatorAutoConfiguration"))
          .withPropertyValues(
              "adk.storage.noop=tools",
              "adk.llm.chat-model=large",
              "management.endpoints.web.exposure.include=*")
          .withBean(PersistentStorage.class, InMemoryStorageAdapter::new)
          .withBean("large", Model.class, () -> new Model("large"))
          .withBean("small", Model.class, () -> new Model("small"))
          .withBean("private", Model.class, () -> new Model("private"));

  @Test
  void theNextModelAnswersAndIsSeen() {
    var context =
        runner
            .withBean(
                LlmOptionsPatch.class, () -> LlmOptionsPatch.NONE.with("options.model", "large-2"))
            .start("adk.llm.fallback.models[0].chat-model=small");
    model(context, "large").down = true;

    assertThat(agent(context).ask("Hi")).isEqualTo("small answers");

    assertThat(model(context, "small").asked).containsExactly("small-1");
    assertThat(context).doesNotHaveBean(ChatModelExecutor.class);
    assertThat(states(context)).containsOnlyKeys("large", "small");
    assertThat(Shown.modelsOfTurns(context)).containsExactly(List.of("small-1"));
    assertThat(
            count(
                context.getBean(MeterRegistry.class),
                AdkMeter.LLM_SWITCHES.meterName(),
                "adk.llm.reason",
                "outage"))
        .isEqualTo(1);
  }

  @Test
  void anotherModelOfTheSameProviderIsAsked() {
    var context = runner.start("adk.llm.fallback.models[0].model=large-mini");
    model(context, "large").failing = "large-1";

    assertThat(agent(context).ask("Hi")).isEqualTo("large answers");

    assertThat(model(context, "large").asked).containsExactly("large-1", "large-mini");
    assertThat(states(context)).containsOnlyKeys("large", "large/large-mini");
  }

  @Test
  void theStateOfACircuitIsSeenInTheEndpointAndInAMeter() {
    var context =
        runner
            .withPropertyValues("adk.llm.fallback.models[0].chat-model=small")
            .withBean(
                CircuitBreakerRegistry.class,
                () ->
                    CircuitBreakerRegistry.of(
                        CircuitBreakerConfig.custom()
                            .slidingWindowSize(2)
                            .minimumNumberOfCalls(2)
                            .build()))
            .start();
    model(context, "large").down = true;
    assertThat(states(context)).containsEntry("large", "closed");
    assertThat(gauge(context)).isZero();

    agent(context).ask("Hi");
    agent(context).ask("Hi");
    agent(context).ask("Hi");

    assertThat(model(context, "large").asked).hasSize(2);
    assertThat(model(context, "small").asked).hasSize(3);
    assertThat(states(context)).containsEntry("large", "open").containsEntry("small", "closed");
    assertThat(gauge(context)).isEqualTo(1);
  }

  @Test
  void theRegistryOfTheApplicationHasItsOwnSettings() {
    CircuitBreakerRegistry registry =
        CircuitBreakerRegistry.of(
            CircuitBreakerConfig.custom().slidingWindowSize(1).minimumNumberOfCalls(1).build());
    var context =
        runner
            .withBean(CircuitBreakerRegistry.class, () -> registry)
            .start("adk.llm.fallback.models[0].chat-model=small");
    model(context, "large").down = true;
    agent(context).ask("Hi");
    assertThat(states(context)).containsEntry("large", "open");
    assertThat(registry.circuitBreaker("large").getState().name()).isEqualTo("OPEN");
  }

  @Test
  void nothingIsRefusedWithoutResilience4j() {
    runner
        .withClassLoader(new FilteredClassLoader("io.github.resilience4j"))
        .withPropertyValues("adk.llm.fallback.models[0].chat-model=small")
        .run(
            context -> {
              model(context, "large").down = true;
              assertThat(agent(context).ask("Hi")).isEqualTo("small answers");
              assertThat(states(context)).isEmpty();
            });
  }

  @Test
  void agentsHaveTheirOwn() {
    var context =
        runner.start(
            "adk.llm.fallback.models[0].chat-model=small",
            "adk.agents.inherits.system-prompt=A",
            "adk.agents.alone.chat-model=private",
            "adk.agents.own.chat-model=private",
            "adk.agents.own.fallback[0].chat-model=large",
            "adk.agents.none.fallback=");
    model(context, "private").down = true;
    model(context, "large").down = true;
    assertThat(ask(context, "inherits")).isEqualTo("small answers");
    assertThatThrownBy(() -> ask(context, "alone")).hasMessageContaining("503");
    assertThatThrownBy(() -> ask(context, "none")).hasMessageContaining("503");
    model(context, "large").down = false;
    assertThat(ask(context, "own")).isEqualTo("large answers");
    assertThat(model(context, "small").asked).hasSize(1);
  }

  @Test
  void aPromptThatCostsTooMuchGoesToTheNextModel() {
    var context =
        runner.start(
            "adk.llm.prices[large-1].input=1000000",
            "adk.llm.prices[large-1].output=1",
            "adk.llm.fallback.max-prompt-cost=100",
            "adk.llm.fallback.models[0].chat-model=small");
    assertThat(agent(context).ask("Hi")).isEqualTo("large answers");
    assertThat(agent(context).ask("Hi ".repeat(100))).isEqualTo("small answers");

    assertThat(
            runner.start(
                "adk.llm.fallback.max-prompt-cost=100",
                "adk.llm.fallback.models[0].chat-model=small"))
        .getFailure()
        .hasStackTraceContaining("must have a price of this model");
  }

  @Test
  void aPromptThatIsTooLongGoesToTheNextModel() {
    var context =
        runner.start(
            "adk.llm.token-encoding=cl100k_base",
            "adk.llm.context-window=80",
            "adk.llm.fallback.models[0].chat-model=small",
            "adk.llm.fallback.models[0].context-window=1000");
    assertThat(agent(context).ask("Hi")).isEqualTo("large answers");
    assertThat(agent(context).ask("Hi ".repeat(100))).isEqualTo("small answers");
    assertThatThrownBy(() -> agent(context).ask("Hi ".repeat(2000)))
        .hasStackTraceContaining("E_LLM_CONTEXT_OVERFLOW");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "adk.llm.fallback.models[0].chat-model=smal | did you mean small?",
        "adk.agents.a.fallback[0].chat-model=smal | did you mean small?",
        "adk.llm.fallback.models[0].context-window=9 | [large, large] must have different names",
        "adk.llm.fallback.on=weather | No enum constant",
        "adk.llm.fallback.models[0].chat-model=large | must have different names"
      })
  void aWrongPropertyStopsTheStart(String property, String reason) {
    assertThat(runner.start(property)).getFailure().hasStackTraceContaining(reason);
  }

  @Test
  void lowerLayersDoNotRetryWhereAnotherModelIsAsked() {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .addFirst(
            new MockEnvironment()
                    .withProperty("adk.llm.fallback.models[0].chat-model", "small")
                    .getPropertySources()
                    .stream()
                    .findFirst()
                    .orElseThrow());
    new OneRetryLayer().postProcessEnvironment(environment, new SpringApplication());
    assertThat(environment.getProperty("spring.ai.openai.max-retries")).isEqualTo("0");
  }

  private static AgentClient agent(ApplicationContext context) {
    return context.getBean(AgentClient.class);
  }

  private static String ask(ApplicationContext context, String agent) {
    return context.getBean(agent, AgentClient.class).ask("Hi");
  }

  private static Map<String, String> states(ApplicationContext context) {
    return Shown.models(context);
  }

  private static double gauge(ApplicationContext context) {
    return context
        .getBean(MeterRegistry.class)
        .get(AdkMeter.OPEN_CIRCUITS.meterName())
        .tag("adk.llm.route", "large")
        .gauge()
        .value();
  }

  private static Model model(ApplicationContext context, String name) {
    return context.getBean(name, Model.class);
  }

  static final class Model extends AnsweringModel {

    private final String name;
    private final List<String> asked = new ArrayList<>();
    private boolean down;
    private String failing = "";

    Model(String name) {
      super(name + "-1");
      this.name = name;
    }

    @Override
    protected String answer(Prompt prompt) {
      String model = prompt.getOptions().getModel();
      asked.add(model);
      if (down || model.equals(failing)) {
        throw HttpServerErrorException.create(
            HttpStatus.SERVICE_UNAVAILABLE, "503", null, null, null);
      }
      return name + " answers";
    }
  }
}

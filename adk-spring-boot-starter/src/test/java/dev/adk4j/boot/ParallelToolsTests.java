package dev.adk4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Answer;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Everything that belongs to the caller crosses to tools that run at once, but a transaction. */
@Timeout(60)
class ParallelToolsTests {

  private static final String AT_ONCE = "r1 ann c1 execute_tool look<adk.iteration false";

  private final ContextStarter runner =
      ContextStarter.of(
              MetricsAutoConfiguration.class,
              ObservationAutoConfiguration.class,
              DataSourceAutoConfiguration.class,
              DataSourceTransactionManagerAutoConfiguration.class,
              TransactionAutoConfiguration.class,
              AdkAutoConfiguration.class,
              OwnConfigurations.named("observe.AdkObservationAutoConfiguration"))
          .withPropertyValues("spring.datasource.generate-unique-name=true")
          .withUserConfiguration(Agent.class);

  @AfterEach
  void clear() {
    MDC.clear();
    SecurityContextHolder.clearContext();
  }

  @Test
  void securityLoggingObservationAndScopeCrossAndATransactionDoesNot() {
    runner.run(
        context -> {
          MDC.put("request", "r1");
          SecurityContextHolder.getContext()
              .setAuthentication(new TestingAuthenticationToken("ann", "secret"));

          Answer answer =
              context
                  .getBean(TransactionTemplate.class)
                  .execute(
                      status ->
                          context
                              .getBean(AgentClient.class)
                              .conversation(Scope.of("acme", "ann", "c1"))
                              .send("Hi"));

          assertThat(answer.toolCalls())
              .extracting(ToolCall::text)
              .containsExactly(
                  AT_ONCE, AT_ONCE, "r1 ann c1 execute_tool see<adk.iteration true", AT_ONCE);
          assertThat(MDC.get("request")).isEqualTo("r1");
        });
  }

  @Configuration(proxyBeanMethods = false)
  @Import(InMemoryStorageAdapter.class)
  static class Agent {

    @Bean
    Tools tools(ObservationRegistry registry) {
      return new Tools(registry, new CyclicBarrier(2));
    }

    @Bean
    DispatchExecutor executor() {
      return (ctx, helpers) -> {
        if (ctx.turnToolCalls().isEmpty()) {
          ToolCallRunner.run(
              ctx,
              helpers,
              List.of(look(true), look(true), new ToolCallRequest(null, "see", null), look(false)),
              ToolResultOptions.DEFAULT);
        } else {
          ctx.storeMessage(Message.assistant("done"));
          ctx.ack();
        }
      };
    }
  }

  private static ToolCallRequest look(boolean together) {
    return new ToolCallRequest(null, "look", JsonValue.of(Map.of("together", together)).node());
  }

  record Tools(ObservationRegistry registry, CyclicBarrier pair) {

    @AgentTool(value = "Looks.", readOnly = true, parallel = true)
    String look(boolean together, Scope scope) throws Exception {
      if (together) {
        pair.await();
      }
      return seen(scope);
    }

    @AgentTool(value = "Sees.", readOnly = true)
    String see(Scope scope) {
      return seen(scope);
    }

    private String seen(Scope scope) {
      Observation observation = Objects.requireNonNull(registry.getCurrentObservation());
      ObservationView parent =
          Objects.requireNonNull(observation.getContextView().getParentObservation());
      return String.join(
          " ",
          MDC.get("request"),
          SecurityContextHolder.getContext().getAuthentication().getName(),
          scope.requireConversation(),
          observation.getContextView().getContextualName()
              + "<"
              + parent.getContextView().getName(),
          String.valueOf(TransactionSynchronizationManager.isActualTransactionActive()));
    }
  }
}

package dev.adk4j.boot.test.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.test.AdkTest;
import dev.adk4j.client.AgentClient;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.test.EventRecorder;
import dev.adk4j.test.ScriptedExecutor;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;

@AdkTest(
    properties = "adk.turn.accept-input=false",
    includeFilters =
        @ComponentScan.Filter(
            type = org.springframework.context.annotation.FilterType.ASSIGNABLE_TYPE,
            classes = Unrelated.class))
class AdkTestOverrideTests {

  @Autowired private AgentClient client;
  @Autowired private EventRecorder events;
  @Autowired private Unrelated unrelated;

  @Test
  void theTestsExecutorComesFirst() {
    client.conversation("c2").send("hi");

    assertThat(events.completedMessages()).containsExactly("mine");
    assertThat(unrelated).isNotNull();
  }

  @TestConfiguration(proxyBeanMethods = false)
  static class Own {
    @Bean
    DispatchExecutor mine() {
      return ScriptedExecutor.saying("mine");
    }
  }
}

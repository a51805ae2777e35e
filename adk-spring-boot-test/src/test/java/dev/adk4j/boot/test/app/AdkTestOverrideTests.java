package dev.adk4j.boot.test.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.test.AdkTest;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.test.EventRecorder;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.TurnRunner;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ApplicationContext;
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
  @Autowired private ApplicationContext context;

  @Autowired
  @Qualifier("kept")
  private InMemoryStorageAdapter storage;

  @Test
  void theTestsExecutorComesFirst() {
    client.conversation("ann", "c2").send("hi");

    assertThat(events.completedMessages()).containsExactly("mine");
    assertThat(unrelated).isNotNull();
  }

  @Test
  void theTestsStorageComesFirst() throws Exception {
    Conversation conversation = client.conversation("ann", "c3");
    conversation.send("hi");

    assertThat(storage.fetchMessages(AgentContexts.forScope(conversation.scope())))
        .extracting(message -> message.content().orElseThrow().value())
        .contains("mine");
  }

  @Test
  void theTestsRecorderComesFirst() {
    assertThat(context.getBeanNamesForType(EventRecorder.class)).containsExactly("recorder");
  }

  @TestConfiguration(proxyBeanMethods = false)
  static class Own {
    @Bean
    DispatchExecutor mine() {
      return ScriptedExecutor.saying("mine");
    }

    @Bean
    InMemoryStorageAdapter kept() {
      return new InMemoryStorageAdapter();
    }

    @Bean
    EventRecorder recorder(TurnRunner runner) {
      return EventRecorder.of(runner);
    }
  }
}

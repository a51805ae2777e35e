package dev.adk4j.boot.test.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.test.AdkTest;
import dev.adk4j.client.AgentClient;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.test.EventRecorder;
import dev.adk4j.turn.TurnRunner;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

@AdkTest
class AdkTestTests {

  @Autowired private ApplicationContext context;
  @Autowired private AgentClient client;
  @Autowired private EventRecorder events;

  @Test
  void runsTheAgentWithStorageInMemoryAndAScriptedExecutor() {
    client.conversation("ann", "c1").send("hi");

    assertThat(events.completedMessages()).contains("ok");
    assertThat(context.getBean(InMemoryStorageAdapter.class)).isNotNull();
  }

  @Test
  void findsTheAgentsComponentsAndNoOthers() {
    assertThat(context.getBean(TurnRunner.class).describe().turnInputPipeline())
        .contains(Shouting.class.getName());
    assertThat(context.getBeanNamesForType(Unrelated.class)).isEmpty();
  }
}

package dev.adk4j.boot.test;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.startup.StartupNote;
import dev.adk4j.boot.memory.AdkMemoryAutoConfiguration;
import dev.adk4j.client.AgentClient;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.test.AgentTester;
import dev.adk4j.test.EventRecorder;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.turn.TurnRunner;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;

/** Auto-configuration that {@link AdkTest} adds to the starter. */
@AutoConfiguration(after = {AdkAutoConfiguration.class, AdkMemoryAutoConfiguration.class})
final class AdkTestAutoConfiguration {

  /** Provides every callback without another implementation. */
  @Bean
  @Fallback
  InMemoryStorageAdapter adkTestStorage() {
    return new InMemoryStorageAdapter();
  }

  /** Answers "ok" if the test has no script. */
  @Bean
  @Fallback
  ScriptedExecutor adkTestExecutor() {
    return ScriptedExecutor.saying("ok");
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(TurnRunner.class)
  EventRecorder adkTestEvents(TurnRunner runner) {
    return EventRecorder.of(runner);
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(AgentClient.class)
  AgentTester adkTestAgent(AgentClient client) {
    return AgentTester.of(client);
  }

  /** The application has memory, and says so of itself: its test must not deny it. */
  @Bean
  @ConditionalOnMissingBean(type = "dev.adk4j.memory.MemoryManager")
  @ConditionalOnSwitch(defaultOff = "adk.memory.enabled")
  StartupNote adkTestMemoryNote() {
    return new StartupNote(
        StartupNote.MEMORY,
        () ->
            "on and left out of this test, which brings it by importing AdkMemoryAutoConfiguration"
                + " and a MemoryStore bean");
  }
}

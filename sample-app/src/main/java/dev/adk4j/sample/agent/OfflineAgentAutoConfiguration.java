package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.sample.memory.MemoryShelf;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * The agent without a model: there where no chat model is configured and no other executor. It is
 * an auto-configuration so that it is looked at after those that bring models.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnMissingBean(
    value = DispatchExecutor.class,
    type = "org.springframework.ai.chat.model.ChatModel")
class OfflineAgentAutoConfiguration {

  @Bean
  DispatchExecutor offlineExecutor(SampleAgentProperties properties, MemoryShelf shelf) {
    return new OfflineExecutor(properties, shelf);
  }

  @Bean
  AgentMode offlineMode() {
    return new AgentMode("offline");
  }
}

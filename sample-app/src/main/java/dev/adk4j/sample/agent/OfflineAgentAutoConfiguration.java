package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.sample.memory.MemoryShelf;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * Configures the agent without a model if the application has neither a chat model nor another
 * executor. An auto-configuration, so that it is evaluated after those of the models.
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

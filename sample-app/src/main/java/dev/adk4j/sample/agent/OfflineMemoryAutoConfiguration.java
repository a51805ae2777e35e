package dev.adk4j.sample.agent;

import dev.adk4j.memory.store.Extractor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Configures learning by rule if no chat model exists, for any executor. */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnMissingBean(
    value = Extractor.class,
    type = "org.springframework.ai.chat.model.ChatModel")
class OfflineMemoryAutoConfiguration {

  @Bean
  Extractor statedFacts() {
    return new StatedFacts();
  }
}

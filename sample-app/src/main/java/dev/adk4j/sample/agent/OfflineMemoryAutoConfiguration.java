package dev.adk4j.sample.agent;

import dev.adk4j.memory.store.Extractor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Learning without a model: whichever executor answers, where there is no chat model to ask. */
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

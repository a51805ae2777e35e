package dev.adk4j.boot.chatmemory;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ConversationHistory;
import dev.adk4j.springai.chatmemory.AdkChatMemory;
import dev.adk4j.springai.chatmemory.AdkChatMemoryRepository;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.value.Scope;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of Spring AI's chat memory over the storage. Backs off if the application has
 * a repository or a memory, or if a starter of Spring AI provides a repository.
 */
@AutoConfiguration(
    beforeName =
        "org.springframework.ai.model.chat.memory.autoconfigure.ChatMemoryAutoConfiguration",
    afterName = {
      "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration",
      "org.springframework.ai.model.chat.memory.repository.jdbc.autoconfigure"
          + ".JdbcChatMemoryRepositoryAutoConfiguration"
    })
@ConditionalOnClass({AdkChatMemoryRepository.class, ConversationHistory.class})
@ConditionalOnBean({ConversationHistory.class, AdkStorageAdmin.class})
@ConditionalOnSwitch(defaultOn = {"adk.enabled", "adk.chat-memory.enabled"})
@EnableConfigurationProperties(AdkProperties.class)
final class AdkChatMemoryAutoConfiguration {

  /** Without a resolver, the conversation id alone identifies the conversation, as in Spring AI. */
  @Bean
  @ConditionalOnMissingBean(ChatMemoryRepository.class)
  AdkChatMemoryRepository adkChatMemoryRepository(
      ConversationHistory history, AdkStorageAdmin admin, ObjectProvider<ScopeResolver> scopes) {
    return new AdkChatMemoryRepository(
        history, admin, scopes.getIfAvailable(() -> raw -> Scope.DEFAULT));
  }

  @Bean
  @ConditionalOnBean(AdkChatMemoryRepository.class)
  @ConditionalOnMissingBean(ChatMemory.class)
  AdkChatMemory adkChatMemory(AdkChatMemoryRepository repository, AdkProperties properties) {
    return new AdkChatMemory(repository, properties.chatMemory().maxMessages());
  }
}

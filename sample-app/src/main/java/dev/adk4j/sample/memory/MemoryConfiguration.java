package dev.adk4j.sample.memory;

import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.memory.JdbcMemoryStore;
import dev.adk4j.memory.extraction.ExtractionSettings;
import dev.adk4j.memory.store.Extractor;
import dev.adk4j.memory.store.StoreExtractionSettings;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Provides the store of facts about users. The starter builds the memory manager on it. */
@Configuration(proxyBeanMethods = false)
class MemoryConfiguration {

  /**
   * Extracts facts from conversations in the background, with the extractor bean or else the chat
   * model.
   */
  @Bean
  JdbcMemoryStore facts(
      DataSource dataSource, JdbcStorageOptions options, ObjectProvider<Extractor> extractor) {
    return JdbcMemoryStore.builder(dataSource, "facts")
        .options(options)
        .description("What the person has told about themselves in any conversation.")
        .extraction(StoreExtractionSettings.DEFAULT.withExtractor(extractor.getIfAvailable()))
        .build();
  }

  /** Extracts, soon after a restart, the facts that a killed process had not extracted. */
  @Bean
  ExtractionSettings extractionSettings() {
    return ExtractionSettings.builder()
        .sweepInterval(Duration.ofSeconds(5))
        .leaseLife(Duration.ofSeconds(15))
        .build();
  }
}

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

/** Store of facts about people; the starter makes the manager over it. */
@Configuration(proxyBeanMethods = false)
class MemoryConfiguration {

  /**
   * Learns from conversations in the background: with the extractor there is, else with the chat
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

  /** Learns soon after a restart what a killed process had not learned yet. */
  @Bean
  ExtractionSettings extractionSettings() {
    return ExtractionSettings.builder()
        .sweepInterval(Duration.ofSeconds(5))
        .leaseLife(Duration.ofSeconds(15))
        .build();
  }
}

package dev.adk4j.boot.memory;

import dev.adk4j.boot.internal.condition.ConditionalOnStorageDatabase;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.memory.JdbcMemoryStore;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.store.MemoryStore;
import dev.adk4j.memory.vector.VectorMemoryStore;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorFeature;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of a memory store for each backend, if {@code adk.memory.enabled} is true and
 * the application declares neither a {@link MemoryStore} nor a manager.
 */
@AutoConfiguration(
    before = AdkMemoryAutoConfiguration.class,
    afterName = {
      "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration",
      "dev.adk4j.boot.vector.AdkVectorAutoConfiguration"
    })
@ConditionalOnMissingBean({MemoryStore.class, MemoryManager.class})
@ConditionalOnSwitch(defaultOn = "adk.enabled", defaultOff = "adk.memory.enabled")
@EnableConfigurationProperties(AdkProperties.class)
final class AdkMemoryStoresAutoConfiguration {

  /**
   * No table of the storage has this name; pgvector's collections are tables in the same schema.
   */
  static final String COLLECTION = "adk_memory_facts";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnStorageDatabase
  static class Database {

    @Bean
    @Order(1)
    @DependsOnDatabaseInitialization
    JdbcMemoryStore adkMemoryFacts(DataSource dataSource, JdbcStorageOptions options) {
      return JdbcMemoryStore.builder(dataSource, "facts")
          .options(options)
          .description("Facts from earlier conversations, found by their words.")
          .build();
    }
  }

  @Bean
  @Order(2)
  @Conditional(OnVectorMemory.class)
  VectorMemoryStore adkMemoryFactsByMeaning(
      VectorDb db, ObjectProvider<VectorEncoder> encoders, AdkProperties properties) {
    String named = properties.memory().vector().collection();
    VectorEncoder encoder = encoders.getIfUnique();
    if (named != null) {
      checkNamed(named, db, encoder);
    }
    VectorMemoryStore.Builder store =
        VectorMemoryStore.builder("facts-by-meaning", db, named == null ? COLLECTION : named)
            .description("Facts from earlier conversations, found by their meaning.");
    if (encoder != null && db.capabilities().has(VectorFeature.COLLECTIONS)) {
      store.createFor(encoder, properties.vector().metric());
    }
    return store.build();
  }

  private static void checkNamed(String named, VectorDb db, @Nullable VectorEncoder encoder) {
    if (encoder == null && !db.capabilities().has(VectorFeature.BUILT_IN_ENCODING)) {
      throw wrong(named, "needs one EmbeddingModel or VectorEncoder bean");
    }
    if (!db.capabilities().has(VectorFeature.COLLECTIONS) && !db.schema().hasCollection(named)) {
      throw wrong(named, "is not the name of a VectorStore bean");
    }
  }

  private static InvalidConfigurationPropertyValueException wrong(String named, String reason) {
    return new InvalidConfigurationPropertyValueException(
        "adk.memory.vector.collection", named, reason);
  }

  @Bean
  static AutomaticStores adkAutomaticMemoryStores(ListableBeanFactory beans) {
    return new AutomaticStores(beans);
  }
}

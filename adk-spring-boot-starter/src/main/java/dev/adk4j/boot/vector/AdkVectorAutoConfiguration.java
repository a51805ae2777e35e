package dev.adk4j.boot.vector;

import dev.adk4j.boot.internal.condition.ConditionalOnChoice;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.VectorProperties;
import dev.adk4j.jdbc.vector.JdbcMigrationLedger;
import dev.adk4j.jdbc.vector.PgVectorBackend;
import dev.adk4j.springai.EmbeddingModelEncoder;
import dev.adk4j.springai.vector.BridgingEmbeddingModel;
import dev.adk4j.springai.vector.SpringAiVectorBackend;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorMigration;
import dev.adk4j.vector.VectorMigrator;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/**
 * Creates a {@link VectorDb} over the backend of {@code adk.vector.backend}, or over the only
 * backend bean, and an encoder over the only embedding model. Does not create a retrieval, because
 * its trust tier is the decision of the application. Runs late, after the configuration of stores
 * and models.
 */
@AutoConfiguration(afterName = "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration")
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@EnableConfigurationProperties(AdkProperties.class)
final class AdkVectorAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AdkVectorAutoConfiguration.class);

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({EmbeddingModel.class, EmbeddingModelEncoder.class})
  static class Encoder {

    @Bean
    @ConditionalOnMissingBean(VectorEncoder.class)
    @ConditionalOnSingleCandidate(EmbeddingModel.class)
    EmbeddingModelEncoder adkVectorEncoder(EmbeddingModel model) {
      return new EmbeddingModelEncoder(model);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(VectorBackend.class)
  @ConditionalOnChoice(property = "adk.vector.backend", value = "in-memory")
  static class InMemory {

    @Bean
    InMemoryVectorBackend adkVectorBackend(AdkProperties properties) {
      return new InMemoryVectorBackend(properties.vector().metric());
    }

    @Bean
    @ConditionalOnMissingBean(VectorMigrator.Ledger.class)
    VectorMigrator.Ledger adkMigrationLedger() {
      return VectorMigrator.Ledger.inMemory();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(VectorBackend.class)
  @ConditionalOnClass({DataSource.class, PgVectorBackend.class})
  @ConditionalOnSingleCandidate(DataSource.class)
  @ConditionalOnChoice(property = "adk.vector.backend", value = "pgvector")
  static class PgVector {

    @Bean
    PgVectorBackend adkVectorBackend(DataSource dataSource, AdkProperties properties) {
      VectorProperties vector = properties.vector();
      PgVectorBackend.Builder backend =
          PgVectorBackend.builder(dataSource)
              .metric(vector.metric())
              .indexKind(PgVectorBackend.IndexKind.valueOf(vector.pgvector().index().name()))
              .hnsw(vector.pgvector().hnsw().m(), vector.pgvector().hnsw().efConstruction())
              .efSearch(vector.pgvector().hnsw().efSearch())
              .halfPrecision(vector.pgvector().halfPrecision())
              .exactSearch(vector.pgvector().exactSearch())
              .rowLevelSecurity(properties.jdbc().rowLevelSecurity());
      if (vector.pgvector().databaseSchema() != null) {
        backend.schema(vector.pgvector().databaseSchema());
      }
      PgVectorBackend built = backend.build();
      PgVectorDatabase.check(dataSource, built);
      return built;
    }

    @Bean
    @ConditionalOnMissingBean(VectorMigrator.Ledger.class)
    JdbcMigrationLedger adkMigrationLedger(DataSource dataSource) {
      return new JdbcMigrationLedger(dataSource);
    }
  }

  /**
   * Also applies without the property, if the application has stores of Spring AI and no other
   * backend.
   */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(VectorBackend.class)
  @ConditionalOnClass({VectorStore.class, SpringAiVectorBackend.class})
  @ConditionalOnBean(VectorStore.class)
  @ConditionalOnChoice(property = "adk.vector.backend", value = "spring-ai", matchIfMissing = true)
  static class SpringAi {

    /** Creates a backend in which each store is the collection with the name of its bean. */
    @Bean
    SpringAiVectorBackend adkVectorBackend(
        Map<String, VectorStore> stores, ObjectProvider<BridgingEmbeddingModel> bridge) {
      SpringAiVectorBackend.Builder backend = SpringAiVectorBackend.builder(stores);
      bridge.ifUnique(backend::bridge);
      return backend.build();
    }
  }

  // The beans of the nested classes exist when these conditions are evaluated.

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnBean(VectorBackend.class)
  VectorDb adkVectorDb(
      VectorBackend backend,
      ObjectProvider<VectorEncoder> encoder,
      AdkProperties properties,
      ListableBeanFactory beans) {
    VectorDb.Builder db = VectorDb.builder(observed(backend, properties, beans));
    encoder.ifUnique(db::encoder);
    return db.build();
  }

  private static VectorBackend observed(
      VectorBackend backend, AdkProperties properties, ListableBeanFactory beans) {
    return properties.observations().enabled()
        ? VectorObservations.around(backend, beans)
        : backend;
  }

  /** Applies migrations at startup, in the order of the beans. */
  @Bean
  @ConditionalOnBean({VectorDb.class, VectorMigration.class, VectorMigrator.Ledger.class})
  InitializingBean adkVectorMigrations(
      VectorDb db, ObjectProvider<VectorMigration> migrations, VectorMigrator.Ledger ledger) {
    return () -> {
      List<String> applied =
          new VectorMigrator(db, migrations.orderedStream().toList(), ledger).latest();
      if (!applied.isEmpty()) {
        log.info("Applied the vector migrations {}.", applied);
      }
    };
  }

  @Bean
  static VectorBackendCheck adkVectorBackendCheck(
      ListableBeanFactory beans, AdkProperties properties) {
    return new VectorBackendCheck(beans, properties.vector().backend());
  }
}

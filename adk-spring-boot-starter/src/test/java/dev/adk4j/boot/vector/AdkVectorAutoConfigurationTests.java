package dev.adk4j.boot.vector;

import static dev.adk4j.boot.Starts.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType.H2;

import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.Starts;
import dev.adk4j.jdbc.vector.JdbcMigrationLedger;
import dev.adk4j.jdbc.vector.PgVectorBackend;
import dev.adk4j.springai.EmbeddingModelEncoder;
import dev.adk4j.springai.vector.SpringAiVectorBackend;
import dev.adk4j.test.vector.StubEncoder;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorMigration;
import dev.adk4j.vector.VectorRecord;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;

class AdkVectorAutoConfigurationTests {

  @AutoClose
  private final ContextStarter runner = ContextStarter.of(AdkVectorAutoConfiguration.class);

  @Test
  void createsNoStoreWithoutPropertyAndCandidate() {
    assertThat(runner.withUserConfiguration(OneDataSource.class).start())
        .hasNotFailed()
        .doesNotHaveBean(VectorDb.class)
        .doesNotHaveBean(VectorBackend.class);
  }

  @Test
  void usesMemoryIfConfigured() {
    var context =
        runner
            .withBean(EmbeddingModel.class, Starts::catsAndDogs)
            .start("adk.vector.backend=IN_MEMORY", "adk.vector.metric=dot");
    assertThat(context)
        .hasSingleBean(InMemoryVectorBackend.class)
        .hasSingleBean(EmbeddingModelEncoder.class);
    VectorDb db = context.getBean(VectorDb.class);
    db.schema().createCollection("docs", docs -> docs.vector(3));
    db.collection("docs")
        .upsert(VectorRecord.ofText("a", "a cat"), VectorRecord.ofText("b", "a dog"));
    assertThat(db.collection("docs").nearText("cat").select("id").limit(1).fetch())
        .extracting(match -> match.id().orElseThrow())
        .containsExactly("a");
  }

  @Test
  void pgvectorOverTheApplicationsDataSource() {
    var context =
        runner
            .withUserConfiguration(OneDataSource.class)
            .start(
                "adk.vector.backend=pgvector",
                "adk.vector.pgvector.database-schema=agents",
                "adk.vector.pgvector.index=none");
    assertThat(context)
        .hasSingleBean(PgVectorBackend.class)
        .hasSingleBean(JdbcMigrationLedger.class)
        .hasSingleBean(VectorDb.class);
  }

  @Test
  void pgvectorOverAnotherDatabaseFailsTheStartWithItsName() {
    var context =
        runner
            .withBean(
                DataSource.class,
                () -> new EmbeddedDatabaseBuilder().generateUniqueName(true).setType(H2).build())
            .start("adk.vector.backend=pgvector");
    refused(context, "adk.vector.backend", "needs PostgreSQL", "the DataSource bean is H2");
  }

  @Test
  void springAiStoresAreCollectionsCalledLikeTheirBeans() {
    var context =
        runner
            .withBean(EmbeddingModel.class, Starts::catsAndDogs)
            .withUserConfiguration(Stores.class)
            .start();
    assertThat(context).hasSingleBean(SpringAiVectorBackend.class);
    context.getBean("manuals", VectorStore.class).add(List.of(new Document("a cat")));
    assertThat(
            context
                .getBean(VectorDb.class)
                .collection("manuals")
                .nearText("cat")
                .select("document")
                .limit(1)
                .fetch())
        .extracting(match -> match.document().orElseThrow())
        .containsExactly("a cat");
  }

  @Test
  void prefersTheApplicationsBackend() {
    var context =
        runner
            .withBean(EmbeddingModel.class, Starts::catsAndDogs)
            .withUserConfiguration(Stores.class)
            .withBean("backend", VectorBackend.class, () -> new InMemoryVectorBackend())
            .start();
    assertThat(context).hasSingleBean(VectorBackend.class);
    assertThat(context.getBean(VectorDb.class).name()).isEqualTo("in-memory");
  }

  @Test
  void theApplicationsEncoderWinsOverAModel() {
    runner
        .withBean(EmbeddingModel.class, Starts::catsAndDogs)
        .withBean("encoder", StubEncoder.class, () -> new StubEncoder())
        .run(
            context ->
                assertThat(context.getBean(VectorEncoder.class)).isInstanceOf(StubEncoder.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pgvector", "spring-ai"})
  void failsTheStartForIncompleteBackendAndNamesItsNeeds(String backend) {
    Stream.of(
            runner,
            runner.withClassLoader(
                new FilteredClassLoader("dev.adk4j.jdbc", "org.springframework.ai")))
        .forEach(
            each ->
                each.withPropertyValues("adk.vector.backend=" + backend)
                    .run(context -> refused(context, "adk.vector.backend", "needs adk-")));
  }

  @Test
  void appliesMigrationsInTheirOrderWhenItStarts() {
    var context =
        runner.withUserConfiguration(Migrations.class).start("adk.vector.backend=in-memory");
    assertThat(context.getBean(VectorDb.class).schema().hasCollection("docs")).isTrue();
  }

  @Test
  void observesEachVerbWithoutItsContent() {
    var context =
        runner
            .withPropertyValues("adk.vector.backend=in-memory")
            .withBean(EmbeddingModel.class, Starts::catsAndDogs)
            .withUserConfiguration(Migrations.class, Observed.class)
            .start();
    VectorDb db = context.getBean(VectorDb.class);
    db.collection("docs").upsert(VectorRecord.ofText("a", "a cat"));
    db.collection("docs").nearText("cat").select("id").limit(1).fetch();
    db.collection("docs").whereIn("id", List.of("a")).delete();

    assertThat(context.getBean(Recorded.class).all)
        .extracting(
            o -> o.getName() + " " + o.getContextualName(), Observation.Context::getAllKeyValues)
        .containsExactlyElementsOf(
            Stream.of("upsert", "search", "delete")
                .map(
                    operation ->
                        tuple(
                            "adk.vector " + operation + " docs",
                            KeyValues.of(
                                "db.collection.name", "docs",
                                "db.operation.name", operation,
                                "db.system.name", "in-memory")))
                .toList());
  }

  @Test
  void observesNothingWithoutMicrometerOrIfDisabled() {
    runner
        .withPropertyValues("adk.vector.backend=in-memory")
        .withClassLoader(new FilteredClassLoader("io.micrometer"))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(VectorDb.class));
    var context =
        runner
            .withUserConfiguration(Migrations.class, Observed.class)
            .start("adk.vector.backend=in-memory", "adk.observations.enabled=false");
    context.getBean(VectorDb.class).collection("docs").deleteAll();
    assertThat(context.getBean(Recorded.class).all).isEmpty();
  }

  @Configuration(proxyBeanMethods = false)
  static class OneDataSource {
    @Bean
    DataSource dataSource() {
      return new AbstractDriverBasedDataSource() {
        @Override
        protected Connection getConnectionFromDriver(Properties properties) throws SQLException {
          throw new SQLException("down");
        }
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Observed {
    @Bean
    Recorded recorded() {
      return new Recorded();
    }

    @Bean
    ObservationRegistry observations(Recorded recorded) {
      ObservationRegistry registry = ObservationRegistry.create();
      registry.observationConfig().observationHandler(recorded);
      return registry;
    }
  }

  private static final class Recorded implements ObservationHandler<Observation.Context> {

    private final List<Observation.Context> all = new ArrayList<>();

    @Override
    public void onStop(Observation.Context context) {
      all.add(context);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Stores {
    @Bean
    VectorStore manuals(EmbeddingModel model) {
      return SimpleVectorStore.builder(model).build();
    }

    @Bean
    VectorStore tickets(EmbeddingModel model) {
      return SimpleVectorStore.builder(model).build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Migrations {
    @Bean
    VectorMigration docs() {
      return new VectorMigration() {
        @Override
        public String name() {
          return "1-docs";
        }

        @Override
        public void up(VectorDb.Schema schema) {
          schema.createCollection("docs", docs -> docs.vector(3));
        }

        @Override
        public void down(VectorDb.Schema schema) {
          schema.dropCollection("docs");
        }
      };
    }
  }
}

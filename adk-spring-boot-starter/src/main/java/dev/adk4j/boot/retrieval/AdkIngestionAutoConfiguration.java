package dev.adk4j.boot.retrieval;

import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.jdbc.vector.PassageErasure;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.DocumentSplitter;
import dev.adk4j.vector.retrieval.Ingestion;
import dev.adk4j.vector.retrieval.IngestionListener;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.web.internal.GuardedPath;
import jakarta.servlet.Filter;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Ingests the folder of {@code adk.retrieval.ingestion.folder}, and runs every {@link Ingestion}
 * bean on a schedule or through an endpoint, if these are enabled.
 */
@AutoConfiguration(
    before = AdkRetrievalAutoConfiguration.class,
    afterName = {
      "dev.adk4j.boot.AdkAutoConfiguration",
      "dev.adk4j.boot.vector.AdkVectorAutoConfiguration"
    })
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@EnableConfigurationProperties(AdkProperties.class)
final class AdkIngestionAutoConfiguration {

  // The conditions of the endpoint depend on these beans.
  @Configuration(proxyBeanMethods = false)
  @Order(1)
  static class Ingestions {

    @Bean
    @ConditionalOnProperty(IngestedFolder.PROPERTY)
    @ConditionalOnMissingBean
    Ingestion adkIngestion(
        AdkProperties properties,
        ObjectProvider<VectorDb> dbs,
        ObjectProvider<VectorEncoder> encoders,
        ObjectProvider<DocumentSplitter> splitters,
        ObjectProvider<IngestionListener> listeners) {
      return new IngestedFolder(
              properties.retrieval(), splitters.getIfUnique(), listeners.getIfUnique())
          .into(dbs.getIfUnique(), encoders.getIfUnique());
    }

    @Bean
    @ConditionalOnBean(name = "adkIngestion")
    @ConditionalOnMissingBean(Retriever.class)
    Retriever adkIngestedRetriever(Ingestion adkIngestion, AdkProperties properties) {
      return adkIngestion.retriever(properties.retrieval().ingestion().trustTier());
    }

    @Bean
    @ConditionalOnBean(Ingestion.class)
    IngestionRuns adkIngestionRuns(Map<String, Ingestion> ingestions, AdkProperties properties) {
      return new IngestionRuns(ingestions, properties.retrieval().ingestion().every());
    }
  }

  // The class condition is on the nested class and the endpoint condition on its methods: on the
  // same element both fail without an actuator.
  @Configuration(proxyBeanMethods = false)
  @Order(2)
  @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
  @ConditionalOnSwitch(defaultOff = "adk.retrieval.ingestion.endpoint")
  @ConditionalOnBean(Ingestion.class)
  static class Runs {

    @Bean
    @ConditionalOnAvailableEndpoint
    AdkIngestionEndpoint adkIngestionEndpoint(IngestionRuns runs) {
      return new AdkIngestionEndpoint(runs);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({DataSource.class, PassageErasure.class})
  static class Erasure {

    /** Looks up the stores at each erasure: they may be created after the storage. */
    @Bean
    @ConditionalOnMissingBean
    PassageErasure adkPassageErasure(
        ObjectProvider<VectorDb> dbs, ObjectProvider<Ingestion> ingestions) {
      return PassageErasure.of(
          () -> dbs.orderedStream().toList(), () -> ingestions.orderedStream().toList());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({ConditionalOnAvailableEndpoint.class, Filter.class, GuardedPath.class})
  @ConditionalOnSwitch(defaultOff = "adk.retrieval.ingestion.endpoint")
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  static class Guard {

    /** Starting a run requires an authenticated caller, regardless of the application's rules. */
    @Bean
    @ConditionalOnAvailableEndpoint(
        endpoint = AdkIngestionEndpoint.class,
        exposure = EndpointExposure.WEB)
    GuardedPath adkIngestionEndpointGuardedPath(PathMappedEndpoints paths) {
      return new GuardedPath(
          Objects.requireNonNull(paths.getPath(EndpointId.of("adkingestion"))),
          false,
          request -> request.getUserPrincipal() != null,
          body -> body);
    }
  }
}

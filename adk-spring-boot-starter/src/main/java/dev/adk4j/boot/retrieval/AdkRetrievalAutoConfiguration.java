package dev.adk4j.boot.retrieval;

import dev.adk4j.boot.AdkOrder;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.Development;
import dev.adk4j.boot.internal.retrieval.AllRetrievers;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.DocumentSplitter;
import dev.adk4j.vector.retrieval.QueryRewriter;
import dev.adk4j.vector.retrieval.Reranker;
import dev.adk4j.vector.retrieval.RetrievalListener;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.web.internal.GuardedPath;
import jakarta.servlet.Filter;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
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
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Adds the passages of {@link Retriever} beans to every turn. Without such a bean, the files of
 * {@code adk.retrieval.documents} are read, split and searched: by vectors if there is an encoder,
 * else by words. A {@link Reranker} bean and a {@link QueryRewriter} bean are used if present;
 * properties can select both. {@link RetrievalListener} beans receive the result of each stage.
 */
@AutoConfiguration(
    afterName = {
      "dev.adk4j.boot.AdkAutoConfiguration",
      "dev.adk4j.boot.vector.AdkVectorAutoConfiguration"
    })
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@EnableConfigurationProperties(AdkProperties.class)
public final class AdkRetrievalAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AdkRetrievalAutoConfiguration.class);

  static final String DOCUMENTS = "adkDocumentRetriever";

  @Bean(DOCUMENTS)
  @Conditional(OnDocuments.class)
  @ConditionalOnMissingBean(Retriever.class)
  Retriever adkDocumentRetriever(
      AdkProperties properties,
      ObjectProvider<VectorDb> dbs,
      ObjectProvider<VectorEncoder> encoders,
      ObjectProvider<DocumentSplitter> splitters,
      Environment environment) {
    DocumentSearch search =
        new DocumentSearch(
            dbs.getIfUnique(),
            encoders.getIfUnique(),
            splitters.getIfUnique(DocumentSplitter::markdown));
    PathMatchingResourcePatternResolver files = new PathMatchingResourcePatternResolver();
    List<String> patterns = properties.retrieval().documents();
    Supplier<Retriever> reader =
        () -> search.over(new DocumentFiles(files).read(patterns), properties.retrieval());
    return Development.isDeclared(environment)
        ? new ReloadedDocuments(() -> new DocumentFiles(files).versions(patterns), reader)
        : reader.get();
  }

  /** Of the documents, and of the folder that is ingested. */
  @Bean
  @ConditionalOnProperty("adk.retrieval.passage-tokens")
  @ConditionalOnMissingBean
  DocumentSplitter adkDocumentSplitter(AdkProperties properties) {
    int tokens = Objects.requireNonNull(properties.retrieval().passageTokens());
    return DocumentSplitter.byTokens(tokens, 0);
  }

  @Bean
  @ConditionalOnProperty(ChosenParts.REWRITE)
  @ConditionalOnMissingBean
  QueryRewriter adkQueryRewriter(BeanFactory beans, Environment environment) {
    return new ChosenParts(beans, environment).rewriter();
  }

  @Bean
  @ConditionalOnProperty(ChosenParts.RERANK)
  @ConditionalOnMissingBean
  Reranker adkReranker(BeanFactory beans, Environment environment, AdkProperties properties) {
    return new ChosenParts(beans, environment)
        .reranker(Objects.requireNonNull(properties.retrieval().rerank()));
  }

  @Bean
  @Order(AdkOrder.RETRIEVE)
  @ConditionalOnBean(Retriever.class)
  @ConditionalOnMissingBean(name = "adkRetrieval")
  TurnMiddleware adkRetrieval(
      ObjectProvider<QueryRewriter> rewriters,
      AdkProperties properties,
      ListableBeanFactory beans) {
    if (!properties.retrieval().documents().isEmpty() && !beans.containsBean(DOCUMENTS)) {
      log.warn(
          "The files of {} are not read because the application has its own Retriever bean. To "
              + "search only the files, remove the bean and set adk.retrieval.passage-tokens, "
              + "limit, language, rerank or rewrite instead. To search both, add a second "
              + "Retriever bean over DocumentIndex.",
          DocumentFiles.PROPERTY);
    }
    return AllRetrievers.of(beans, properties)
        .inTurn(
            properties.retrieval().limit(), rewriters.getIfUnique(), AllRetrievers.listener(beans));
  }

  // The class condition is on the nested class and the endpoint condition on its methods: on the
  // same element both fail without an actuator.
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
  static class Shown {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    AdkRetrievalEndpoint adkRetrievalEndpoint(ListableBeanFactory beans) {
      return new AdkRetrievalEndpoint(beans);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({ConditionalOnAvailableEndpoint.class, Filter.class, GuardedPath.class})
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  static class Guard {

    @Bean
    @ConditionalOnAvailableEndpoint(
        endpoint = AdkRetrievalEndpoint.class,
        exposure = EndpointExposure.WEB)
    GuardedPath adkRetrievalEndpointGuardedPath(PathMappedEndpoints paths) {
      return GuardedPath.ofReading(
          Objects.requireNonNull(paths.getPath(EndpointId.of("adkretrieval"))));
    }
  }
}

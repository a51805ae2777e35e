package dev.adk4j.boot.retrieval;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.AdkOrder;
import dev.adk4j.boot.AdkProperties;
import dev.adk4j.boot.condition.ConditionalOnSwitch;
import dev.adk4j.boot.vector.AdkVectorAutoConfiguration;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.QueryRewriter;
import dev.adk4j.vector.retrieval.RerankBudget;
import dev.adk4j.vector.retrieval.Reranker;
import dev.adk4j.vector.retrieval.Retriever;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Adds the passages of {@link Retriever} beans to every turn. Without such a bean, the files of
 * {@code adk.retrieval.documents} are read, split and searched: by vectors if there is an encoder,
 * else by words. A {@link Reranker} bean and a {@link QueryRewriter} bean are used, where there is
 * one.
 */
@AutoConfiguration(after = {AdkAutoConfiguration.class, AdkVectorAutoConfiguration.class})
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
      ObjectProvider<VectorEncoder> encoders) {
    DocumentFiles files = new DocumentFiles(new PathMatchingResourcePatternResolver());
    return new DocumentSearch(dbs.getIfUnique(), encoders.getIfUnique())
        .over(files.read(properties.retrieval().documents()), properties.retrieval());
  }

  @Bean
  @Order(AdkOrder.RETRIEVE)
  @ConditionalOnBean(Retriever.class)
  @ConditionalOnMissingBean(name = "adkRetrieval")
  TurnMiddleware adkRetrieval(
      ObjectProvider<Retriever> retrievers,
      ObjectProvider<Reranker> rerankers,
      ObjectProvider<QueryRewriter> rewriters,
      AdkProperties properties,
      BeanFactory beans) {
    if (!properties.retrieval().documents().isEmpty() && !beans.containsBean(DOCUMENTS)) {
      log.warn(
          "The files of {} are not read: the application has a Retriever bean of its own.",
          DocumentFiles.PROPERTY);
    }
    Retriever all = new InTurns(retrievers.orderedStream().toList());
    Reranker reranker = rerankers.getIfUnique();
    Retriever best = reranker == null ? all : all.reranked(reranker, RerankBudget.DEFAULT);
    int limit = properties.retrieval().limit();
    QueryRewriter rewriter = rewriters.getIfUnique();
    return rewriter == null ? best.inTurn(limit) : best.inTurn(limit, rewriter);
  }
}

package dev.adk4j.boot.retrieval;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.CollectionSummary;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.retrieval.Ingestion;
import dev.adk4j.vector.retrieval.QueryRewriter;
import dev.adk4j.vector.retrieval.Reranker;
import dev.adk4j.vector.retrieval.Retriever;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * Actuator endpoint that shows the collections of vectors with their sizes and embedding models,
 * and the beans that retrieve. It shows no content.
 */
@Endpoint(id = "adkretrieval", defaultAccess = Access.READ_ONLY)
record AdkRetrievalEndpoint(ListableBeanFactory beans) {

  /**
   * Returns the current state. A store that does not respond is shown with the code of its error.
   */
  @ReadOperation
  public Retrieval retrieval() {
    Map<VectorDb, String> stores = new IdentityHashMap<>();
    beans.getBeansOfType(VectorDb.class).forEach((name, db) -> stores.put(db, name));
    beans
        .getBeansOfType(Ingestion.class)
        .forEach((name, ingestion) -> stores.putIfAbsent(ingestion.db(), name));
    Map<String, Store> shown = new TreeMap<>();
    stores.forEach((db, name) -> shown.put(name, store(db)));
    return new Retrieval(
        shown, types(Retriever.class), types(Reranker.class), types(QueryRewriter.class));
  }

  private static Store store(VectorDb db) {
    String model = db.encoder().map(VectorEncoder::name).orElse(null);
    try {
      List<Collection> collections = new ArrayList<>();
      for (CollectionSummary each : db.schema().collections()) {
        collections.add(
            new Collection(
                each.name(),
                each.records(),
                each.dimensions(),
                each.metric().wire(),
                each.language()));
      }
      return new Store(db.name(), model, collections, null);
    } catch (AdkException e) {
      boolean cannot = e.errorCode() == VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_OPERATION;
      return new Store(db.name(), model, cannot ? null : List.of(), cannot ? null : e.code());
    }
  }

  private static String type(Object bean) {
    return bean.getClass().getSimpleName().replaceAll("\\$\\$Lambda.*", " (lambda)");
  }

  private Map<String, String> types(Class<?> type) {
    Map<String, String> names = new TreeMap<>();
    beans.getBeansOfType(type).forEach((name, bean) -> names.put(name, type(bean)));
    return names;
  }

  /**
   * @param stores stores by the name of their bean: a {@code VectorDb}, or an ingestion with a
   *     separate store
   * @param retrievers types by the name of the bean
   */
  public record Retrieval(
      Map<String, Store> stores,
      Map<String, String> retrievers,
      Map<String, String> rerankers,
      Map<String, String> rewriters) {}

  /**
   * @param embeddingModel name of the model that embeds questions and passages; null if there is
   *     none
   * @param collections null if the backend cannot list them
   * @param error code of the error if the store did not respond
   */
  public record Store(
      String backend,
      @Nullable String embeddingModel,
      @Nullable List<Collection> collections,
      @Nullable String error) {}

  /**
   * @param records number of records, which a backend may estimate for large collections
   * @param dimensions number of dimensions; 0 if it is not known yet
   * @param language null for a collection that is searched only by vectors
   */
  public record Collection(
      String name, long records, int dimensions, String metric, @Nullable String language) {}
}

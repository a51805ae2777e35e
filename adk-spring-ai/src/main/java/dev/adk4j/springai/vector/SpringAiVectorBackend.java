// Longer than others: the options of the backend are nested in it.
package dev.adk4j.springai.vector;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.Capabilities;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.DeletePlan;
import dev.adk4j.vector.FilterEvaluator;
import dev.adk4j.vector.FilterEvaluator.RecordPredicate;
import dev.adk4j.vector.Near;
import dev.adk4j.vector.SearchPlan;
import dev.adk4j.vector.UpsertPlan;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter;

/**
 * Backend on Spring AI's vector stores: each store is one collection. Rejects operations that their
 * interface does not support, see {@link #capabilities()}: scans, stored vectors, nested metadata,
 * transactions, and creating collections.
 *
 * <p>A store built with its own embedding model creates the vectors itself. A store built with a
 * {@link BridgingEmbeddingModel} receives them from this backend, so searches and records may
 * include vectors, and the encoder knows the kind of each text.
 *
 * <p>Null metadata entries are not stored, {@code distance} and {@code __adk_id} are reserved keys,
 * and an empty document counts as none. Returned rows are checked against the whole filter again.
 * Thread-safe if the stores are.
 *
 * @since 0.1.0
 */
public final class SpringAiVectorBackend implements VectorBackend {

  static final String NAME = "spring-ai";

  private final Function<String, ? extends @Nullable VectorStore> stores;
  private final @Nullable BridgingEmbeddingModel bridge;
  private final SpringAiDocuments documents;
  private final Replacement replacement;
  private final boolean nullChecks;
  private final boolean deleteByFilter;
  private final int overFetch;
  private final Capabilities capabilities;

  private SpringAiVectorBackend(Builder b) {
    this.stores = b.stores;
    this.bridge = b.bridge;
    this.documents = new SpringAiDocuments(b.ids, b.scores);
    this.replacement = b.replacement;
    this.nullChecks = b.nullChecks;
    this.deleteByFilter = b.deleteByFilter;
    this.overFetch = b.overFetch;
    this.capabilities = new Capabilities(features(b), List.of(VectorDb.Consistency.STRONG));
  }

  private static Set<VectorFeature> features(Builder b) {
    Set<VectorFeature> features = EnumSet.noneOf(VectorFeature.class);
    features.add(b.bridge == null ? VectorFeature.BUILT_IN_ENCODING : VectorFeature.VECTORS);
    if (b.nullChecks) {
      features.add(VectorFeature.FILTER_EXISTS);
    }
    if (b.deleteByFilter) {
      features.add(VectorFeature.DELETE_BY_FILTER);
    }
    return features;
  }

  /** Returns a builder with the store of each collection. */
  public static Builder builder(Map<String, ? extends VectorStore> stores) {
    return new Builder(Map.copyOf(stores)::get);
  }

  /**
   * Returns a builder.
   *
   * @param stores returns the store of a collection, or null
   */
  public static Builder builder(Function<String, ? extends @Nullable VectorStore> stores) {
    return new Builder(stores);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public List<VectorMatch> search(SearchPlan plan) {
    VectorStore store = store("search", plan.collection());
    Near near = plan.near();
    if (near == null) {
      throw unsupported("scan");
    }
    if (plan.projection().vector()) {
      throw unsupported("select vector");
    }
    SearchRequest.Builder request = new SpringAiRequest(nullChecks, overFetch).of(plan);
    if (request == null || plan.topK() == 0) {
      return List.of();
    }
    List<Document> found =
        call(
            VectorErrors::searchFailed,
            () ->
                switch (near) {
                  case Near.Text(String text) ->
                      store.similaritySearch(request.query(text).build());
                  case Near.Vector(float[] vector) -> searchVector(store, request, vector);
                  case Near.Id id -> throw unsupported("nearId");
                });
    return page(found == null ? List.of() : found, plan);
  }

  private @Nullable List<Document> searchVector(
      VectorStore store, SearchRequest.Builder request, float[] vector) {
    BridgingEmbeddingModel model = bridge;
    if (model == null) {
      throw unsupported("nearVector");
    }
    checkLength(model, vector);
    // The store requires a text and does not use it.
    return model.withQuery(vector, () -> store.similaritySearch(request.query("vector").build()));
  }

  private List<VectorMatch> page(List<Document> found, SearchPlan plan) {
    VectorFilter filter = plan.filter();
    RecordPredicate check =
        filter == null || SpringAiFilter.hasRaw(filter)
            ? (id, m) -> true
            : FilterEvaluator.compile(filter, NAME);
    return found.stream()
        .filter(d -> check.test(documents.id(d), documents.metadata(d)))
        .filter(d -> documents.score(d) >= plan.minScore())
        .skip(plan.offset())
        .limit(plan.topK())
        .map(d -> documents.match(d, plan))
        .toList();
  }

  @Override
  public void upsert(UpsertPlan plan) {
    VectorStore store = store("upsert", plan.collection());
    Map<String, Document> added = new LinkedHashMap<>();
    Map<String, float[]> vectors = new LinkedHashMap<>();
    for (int i = 0; i < plan.records().size(); i++) {
      VectorRecord record = plan.records().get(i);
      Document document = documents.document(record, i);
      requireVector(record).ifPresent(vector -> vectors.put(document.getId(), vector));
      added.put(document.getId(), document);
    }
    if (added.isEmpty()) {
      return;
    }
    run(
        VectorErrors::upsertFailed,
        () -> {
          if (replacement == Replacement.DELETE_THEN_ADD) {
            store.delete(List.copyOf(added.keySet()));
          }
          List<Document> all = List.copyOf(added.values());
          if (bridge == null) {
            store.add(all);
          } else {
            bridge.withDocuments(vectors, () -> store.add(all));
          }
        });
  }

  private Optional<float[]> requireVector(VectorRecord record) {
    if (bridge == null) {
      if (record.vector().isPresent()) {
        throw unsupported("upsert with a vector");
      }
      if (record.document().orElse("").isBlank()) {
        throw VectorErrors.upsertFailed(
            "A record without text has no vector, and this store cannot keep it.", null);
      }
      return Optional.empty();
    }
    float[] vector =
        record
            .vector()
            .orElseThrow(
                () ->
                    VectorErrors.upsertFailed(
                        "A record has neither vector nor text, and this store cannot keep it.",
                        null));
    checkLength(bridge, vector);
    return Optional.of(vector);
  }

  private static void checkLength(BridgingEmbeddingModel model, float[] vector) {
    if (vector.length != model.dimensions()) {
      throw VectorErrors.dimensionMismatch(model.dimensions(), vector.length);
    }
  }

  @Override
  public void delete(DeletePlan plan) {
    VectorStore store = store("delete", plan.collection());
    switch (plan.target()) {
      case DeletePlan.Target.Ids(List<String> ids) ->
          run(
              VectorErrors::deleteFailed,
              () -> store.delete(ids.stream().map(documents.ids()::of).toList()));
      case DeletePlan.Target.Matching(VectorFilter filter) -> {
        if (!deleteByFilter) {
          throw unsupported("delete by filter");
        }
        Filter.Expression expression = new SpringAiFilter(nullChecks, true).translate(filter);
        // A constant is false here: the plan rejects one that is true.
        if (expression != null) {
          run(VectorErrors::deleteFailed, () -> store.delete(expression));
        }
      }
      case DeletePlan.Target.Everything everything -> throw unsupported("deleteAll");
    }
  }

  @Override
  public void createCollection(CollectionSpec spec, boolean ifNotExists) {
    if (!ifNotExists || !hasCollection(spec.collection())) {
      throw unsupported("createCollection");
    }
  }

  @Override
  public void dropCollection(String collection, boolean ifExists) {
    throw unsupported("dropCollection");
  }

  @Override
  public boolean hasCollection(String collection) {
    return stores.apply(collection) != null;
  }

  private VectorStore store(String operation, String collection) {
    VectorStore store = stores.apply(collection);
    if (store == null) {
      throw VectorErrors.collectionFailed(
          operation, "there is no Spring AI store for '" + collection + "'", null);
    }
    return store;
  }

  private static AdkException unsupported(String operation) {
    return VectorErrors.unsupportedOperation(operation, NAME);
  }

  private void run(BiFunction<String, @Nullable Throwable, AdkException> error, Runnable work) {
    this.<@Nullable Void>call(
        error,
        () -> {
          work.run();
          return null;
        });
  }

  private <T extends @Nullable Object> T call(
      BiFunction<String, @Nullable Throwable, AdkException> error, Supplier<T> work) {
    try {
      return work.get();
    } catch (AdkException e) {
      throw e;
    } catch (RuntimeException e) {
      throw error.apply("The Spring AI store failed: " + e.getMessage(), e);
    }
  }

  /** Builds a {@link SpringAiVectorBackend}. Not thread-safe. */
  public static final class Builder {

    private final Function<String, ? extends @Nullable VectorStore> stores;
    private @Nullable BridgingEmbeddingModel bridge;
    private Ids ids = Ids.TEXT;
    private Scores scores = Scores.CLAMP;
    private Replacement replacement = Replacement.UPSERT;
    private boolean nullChecks;
    private boolean deleteByFilter = true;
    private int overFetch;

    private Builder(Function<String, ? extends @Nullable VectorStore> stores) {
      this.stores = Objects.requireNonNull(stores, "stores");
    }

    /** Sets the model that the stores were built with. */
    public Builder bridge(BridgingEmbeddingModel bridge) {
      this.bridge = Objects.requireNonNull(bridge, "bridge");
      return this;
    }

    /** Sets the conversion of ids. Default: {@link Ids#TEXT}. */
    public Builder ids(Ids ids) {
      this.ids = Objects.requireNonNull(ids, "ids");
      return this;
    }

    /** Sets the scale of the stores' scores. Default: {@link Scores#CLAMP}. */
    public Builder scores(Scores scores) {
      this.scores = Objects.requireNonNull(scores, "scores");
      return this;
    }

    /** Sets the way to replace records. Default: {@link Replacement#UPSERT}. */
    public Builder replacement(Replacement replacement) {
      this.replacement = Objects.requireNonNull(replacement, "replacement");
      return this;
    }

    /**
     * Declares support of ISNULL and ISNOTNULL, which SimpleVectorStore and Elasticsearch have and
     * most stores lack. Default: false.
     */
    public Builder nullChecks(boolean nullChecks) {
      this.nullChecks = nullChecks;
      return this;
    }

    /** Declares that the stores delete by filter. Default: true. */
    public Builder deleteByFilter(boolean deleteByFilter) {
      this.deleteByFilter = deleteByFilter;
      return this;
    }

    /**
     * Sets the number of rows to request if the stores cannot evaluate a part of the filter. This
     * backend then filters the rows and misses matches beyond that number. Default: 0, which
     * rejects such filters. Deletes always reject them.
     */
    public Builder overFetch(int rows) {
      if (rows < 0) {
        throw VectorErrors.invalidConfig("overFetch must not be negative");
      }
      this.overFetch = rows;
      return this;
    }

    public SpringAiVectorBackend build() {
      return new SpringAiVectorBackend(this);
    }
  }

  /** Conversion from record ids to document ids. */
  public enum Ids {
    /** Uses the id unchanged. */
    TEXT,
    /**
     * Uses a UUID derived from the id, for stores that accept no other ids, and keeps the id in the
     * metadata.
     */
    NAME_UUID;

    String of(String id) {
      return this == TEXT
          ? id
          : UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString();
    }
  }

  /** Scale of a store's scores. */
  public enum Scores {
    /** Scores from 0 to 1, such as {@code 1 - distance}; others are clamped. */
    CLAMP,
    /** Cosines from -1 to 1, as SimpleVectorStore and several others return. */
    COSINE;

    double score(double raw) {
      double score = this == COSINE ? (raw + 1) / 2 : raw;
      return Double.isNaN(raw) ? 0 : Math.clamp(score, 0, 1);
    }
  }

  /** Ways to replace the record with the same id. */
  public enum Replacement {
    /** Calls {@code add}, which replaces in most stores. */
    UPSERT,
    /** Deletes first, for stores whose {@code add} only adds, such as Milvus. */
    DELETE_THEN_ADD
  }
}

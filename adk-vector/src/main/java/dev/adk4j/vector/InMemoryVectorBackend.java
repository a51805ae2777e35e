package dev.adk4j.vector;

import dev.adk4j.internal.Mutex;
import dev.adk4j.vector.FilterEvaluator.RecordPredicate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Backend in memory. A search compares with every record: exact, and fast for tens of thousands.
 * The reference for other backends. The first write creates a missing collection with this
 * backend's metric and the length of the first vector; reading a missing collection returns
 * nothing. Records survive {@link #close}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class InMemoryVectorBackend implements VectorBackend {

  static final String NAME = "in-memory";

  private static final RecordPredicate ALL = (id, metadata) -> true;

  private static final Capabilities CAPABILITIES =
      Capabilities.allBut(
          VectorFeature.TRANSACTIONS,
          VectorFeature.NAMED_VECTORS,
          VectorFeature.RAW_SQL,
          VectorFeature.BUILT_IN_ENCODING);

  private final DistanceMetric metric;
  private final int dimensions;
  private final Map<String, InMemoryCollection> collections = new ConcurrentHashMap<>();
  private final Mutex naming = new Mutex();

  /** Creates a backend that compares by cosine. */
  public InMemoryVectorBackend() {
    this(DistanceMetric.COSINE);
  }

  /**
   * @param metric metric of collections that the first write creates
   */
  public InMemoryVectorBackend(DistanceMetric metric) {
    this(metric, OptionalInt.empty());
  }

  /**
   * @param metric metric of collections that the first write creates
   * @param dimensions length of vectors in them, at least 1; empty for the first vector's
   */
  public InMemoryVectorBackend(DistanceMetric metric, OptionalInt dimensions) {
    if (dimensions.isPresent() && dimensions.getAsInt() < 1) {
      throw VectorErrors.invalidConfig("dimensions must be at least 1");
    }
    this.metric = metric;
    this.dimensions = dimensions.orElse(0);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public List<VectorMatch> search(SearchPlan plan) {
    RecordPredicate filter = compiled(plan.filter());
    InMemoryCollection collection = collections.get(plan.collection());
    if (collection == null || plan.topK() == 0) {
      return List.of();
    }
    return plan.near() == null
        ? collection.scan(plan, filter)
        : collection.search(plan, plan.near(), filter);
  }

  @Override
  public List<VectorMatch> searchHybrid(HybridPlan plan) {
    SearchPlan search = plan.search();
    RecordPredicate filter = compiled(search.filter());
    InMemoryCollection collection = collections.get(search.collection());
    return collection == null || search.topK() == 0
        ? List.of()
        : collection.searchHybrid(plan, filter);
  }

  private static RecordPredicate compiled(@Nullable VectorFilter filter) {
    return filter == null ? ALL : FilterEvaluator.compile(filter, NAME);
  }

  @Override
  public void upsert(UpsertPlan plan) {
    InMemoryCollection collection = collections.get(plan.collection());
    if (collection == null) {
      // Filled before it is visible: a failed write creates no collection.
      InMemoryCollection fresh = new InMemoryCollection(metric, dimensions, null);
      fresh.upsert(plan.records());
      collection = collections.putIfAbsent(plan.collection(), fresh);
    }
    if (collection != null) {
      collection.upsert(plan.records());
    }
  }

  @Override
  public void delete(DeletePlan plan) {
    RecordPredicate filter =
        compiled(plan.target() instanceof DeletePlan.Target.Matching(VectorFilter f) ? f : null);
    InMemoryCollection collection = collections.get(plan.collection());
    if (collection == null) {
      return;
    }
    if (plan.target() instanceof DeletePlan.Target.Ids(List<String> ids)) {
      collection.delete(ids);
    } else {
      collection.delete(filter);
    }
  }

  @Override
  public void createCollection(CollectionSpec spec, boolean ifNotExists) {
    InMemoryCollection made =
        new InMemoryCollection(spec.metric(), spec.dimensions(), spec.language());
    if (collections.putIfAbsent(spec.collection(), made) != null && !ifNotExists) {
      throw VectorErrors.collectionFailed(
          "createCollection", "'" + spec.collection() + "' exists", null);
    }
  }

  @Override
  public void dropCollection(String collection, boolean ifExists) {
    if (collections.remove(collection) == null && !ifExists) {
      throw VectorErrors.collectionFailed(
          "dropCollection", "there is no '" + collection + "'", null);
    }
  }

  @Override
  public boolean hasCollection(String collection) {
    return collections.containsKey(collection);
  }

  @Override
  public List<CollectionSummary> collections() {
    return collections.entrySet().stream()
        .map(entry -> entry.getValue().summary(entry.getKey()))
        .sorted(Comparator.comparing(CollectionSummary::name))
        .toList();
  }

  @Override
  public void renameCollection(String from, String to) {
    naming.run(
        () -> {
          InMemoryCollection moved = collections.get(from);
          if (moved == null) {
            throw VectorErrors.collectionFailed(
                "renameCollection", "there is no '" + from + "'", null);
          }
          if (collections.putIfAbsent(to, moved) != null) {
            throw VectorErrors.collectionFailed("renameCollection", "'" + to + "' exists", null);
          }
          collections.remove(from, moved);
        });
  }
}

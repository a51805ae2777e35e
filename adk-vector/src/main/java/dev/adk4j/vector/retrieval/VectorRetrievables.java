package dev.adk4j.vector.retrieval;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.RetrievableStorage;
import dev.adk4j.vector.Near;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Retrieval for a turn: builds the four retrievable callbacks over a collection. The trust tier is
 * required and has no default.
 *
 * {@snippet :
 * RetrievableStorage handbook = VectorRetrievables.builder(db, "handbook").trustTier(TrustTier.FIRST_PARTY).topK(5).build();
 * }
 *
 * @since 0.1.0
 */
public final class VectorRetrievables {

  private VectorRetrievables() {}

  /** Derives the query of a turn from its context. */
  @FunctionalInterface
  public interface QueryDerivation {

    /**
     * Returns the reference to search near to. An empty result and a blank text find nothing and do
     * not query the store.
     */
    Optional<Near> derive(AgentContext ctx) throws Exception;
  }

  /**
   * Returns a builder. Throws {@code E_INVALID_VECTOR_STORE_CONFIG} for an empty collection name.
   */
  @SuppressWarnings("NullAway") // users without a null checker may pass null
  public static TierStage builder(VectorDb db, String collection) {
    if (db == null || collection == null || collection.isEmpty()) {
      throw VectorErrors.invalidConfig("retrieval needs a store and a collection");
    }
    return new TierStage(db, collection);
  }

  /** First stage of the builder, which sets the trust tier. */
  public static final class TierStage {

    private final VectorDb db;
    private final String collection;

    private TierStage(VectorDb db, String collection) {
      this.db = db;
      this.collection = collection;
    }

    /** Sets the tier of all records in the collection. */
    public Builder trustTier(TrustTier tier) {
      requireTier(tier);
      return new Builder(db, collection, match -> tier);
    }

    /** Sets a function for the tier, called once for each match. */
    public Builder trustTier(Function<? super VectorMatch, TrustTier> tier) {
      requireTier(tier);
      return new Builder(db, collection, tier);
    }

    private static void requireTier(@Nullable Object tier) {
      VectorErrors.configured(tier, "retrieval needs a trust tier: there is no default");
    }
  }

  /** Second stage of the builder, with optional settings. Not thread-safe. */
  public static final class Builder {

    private final VectorDb db;
    private final String collection;
    private final Function<? super VectorMatch, TrustTier> tier;
    private int topK = 5;
    private double minScore;
    private Function<? super AgentContext, ? extends @Nullable VectorFilter> filter = ctx -> null;
    private QueryDerivation deriveQuery = VectorRetrievableStorage::lastUserMessage;
    private @Nullable Function<? super VectorMatch, Retrievable.@Nullable Builder> mapping;

    private Builder(VectorDb db, String collection, Function<? super VectorMatch, TrustTier> tier) {
      this.db = db;
      this.collection = collection;
      this.tier = tier;
    }

    /** Sets the maximum number of retrievables. Default: 5. */
    public Builder topK(int topK) {
      if (topK < 1) {
        throw VectorErrors.invalidConfig("topK must be at least 1");
      }
      this.topK = topK;
      return this;
    }

    /** Sets the lowest score of a match, from 0 to 1. Default: 0. */
    public Builder minScore(double minScore) {
      if (!(minScore >= 0 && minScore <= 1)) {
        throw VectorErrors.invalidConfig("minScore must be from 0 to 1");
      }
      this.minScore = minScore;
      return this;
    }

    /** Sets one filter for all turns; see {@link #filter(Function)}. */
    public Builder filter(VectorFilter filter) {
      Objects.requireNonNull(filter, "filter");
      return filter(ctx -> filter);
    }

    /**
     * Sets a function for the filter of each turn, such as one by {@link AgentContext#scope() the
     * turn's tenant}; null for no filter.
     *
     * <p>The filter restricts reads, writes and deletes: a record that does not match is not found,
     * not replaced and not deleted. A stored record gets the fields that the filter requires to be
     * equal to a value. If it still does not match, or would replace a record outside of the
     * filter, it throws {@code E_VECTOR_STORE_UPSERT_FAILED}. A filter with a raw fragment allows
     * no writes ({@code E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR}).
     */
    public Builder filter(Function<? super AgentContext, ? extends @Nullable VectorFilter> filter) {
      this.filter = Objects.requireNonNull(filter, "filter");
      return this;
    }

    /** Sets the derivation of the query. Default: the text of the newest user message. */
    public Builder deriveQuery(QueryDerivation deriveQuery) {
      this.deriveQuery = Objects.requireNonNull(deriveQuery, "deriveQuery");
      return this;
    }

    /**
     * Sets the mapping from a match to a retrievable; null skips the match. The tier is set
     * afterwards and replaces any that the mapping sets.
     *
     * <p>Default: id, document and score of the match, and {@code source}, {@code kind}, {@code
     * createdAt}, {@code updatedAt} of its metadata; {@code content} of the metadata replaces a
     * missing document. A match without both is skipped with a warning in the log.
     */
    public Builder toRetrievable(
        Function<? super VectorMatch, Retrievable.@Nullable Builder> mapping) {
      this.mapping = Objects.requireNonNull(mapping, "mapping");
      return this;
    }

    /** Returns the callbacks. They are stateless and as thread-safe as their parts. */
    public RetrievableStorage build() {
      return new VectorRetrievableStorage(
          db, collection, tier, topK, minScore, filter, deriveQuery, mapping);
    }
  }
}

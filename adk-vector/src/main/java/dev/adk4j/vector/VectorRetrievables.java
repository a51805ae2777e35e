package dev.adk4j.vector;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.RetrievableStorage;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Retrieval for a turn: the four retrievable callbacks over a collection of a vector store. The
 * tier has to be said, here and by the application: without it there is nothing to build.
 *
 * {@snippet :
 * RetrievableStorage handbook = VectorRetrievables.builder(db, "handbook").trustTier(TrustTier.FIRST_PARTY).topK(5).build();
 * }
 */
public final class VectorRetrievables {

  private VectorRetrievables() {}

  /** {@code E_INVALID_VECTOR_STORE_CONFIG} without a collection. */
  @SuppressWarnings("NullAway") // users without a null checker do pass null
  public static TierStage builder(VectorDb db, String collection) {
    if (db == null || collection == null || collection.isEmpty()) {
      throw VectorErrors.invalidConfig("retrieval needs a store and a collection");
    }
    return new TierStage(db, collection);
  }

  /** The one thing that has no default. */
  public static final class TierStage {

    private final VectorDb db;
    private final String collection;

    private TierStage(VectorDb db, String collection) {
      this.db = db;
      this.collection = collection;
    }

    /** For everything in the collection. */
    public Builder trustTier(TrustTier tier) {
      requireTier(tier);
      return new Builder(db, collection, match -> tier);
    }

    /** Asked once for each match, which has its id, document, metadata and score. */
    public Builder trustTier(Function<? super VectorMatch, TrustTier> tier) {
      requireTier(tier);
      return new Builder(db, collection, tier);
    }

    private static void requireTier(@Nullable Object tier) {
      if (tier == null) {
        throw VectorErrors.invalidConfig("retrieval needs a trust tier: it is never guessed");
      }
    }
  }

  /** What has a default. Not thread-safe. */
  public static final class Builder {

    final VectorDb db;
    final String collection;
    final Function<? super VectorMatch, TrustTier> tier;
    int topK = 5;
    double minScore;
    Function<? super AgentContext, ? extends @Nullable VectorFilter> filter = ctx -> null;
    QueryDerivation deriveQuery = new LastUserMessage();
    @Nullable RetrievableMapping mapping;

    private Builder(VectorDb db, String collection, Function<? super VectorMatch, TrustTier> tier) {
      this.db = db;
      this.collection = collection;
      this.tier = tier;
    }

    /** How many at most; 5 unless told otherwise. */
    public Builder topK(int topK) {
      if (topK < 1) {
        throw VectorErrors.invalidConfig("topK has to be at least 1");
      }
      this.topK = topK;
      return this;
    }

    /** Only matches with at least this score, from 0 to 1. */
    public Builder minScore(double minScore) {
      if (!(minScore >= 0 && minScore <= 1)) {
        throw VectorErrors.invalidConfig("minScore has to be from 0 to 1");
      }
      this.minScore = minScore;
      return this;
    }

    /** The same filter for each turn; see {@link #filter(Function)}. */
    public Builder filter(VectorFilter filter) {
      Objects.requireNonNull(filter, "filter");
      return filter(ctx -> filter);
    }

    /**
     * A filter for each turn, such as one by {@link AgentContext#scope() the turn's tenant}; null
     * for none. It bounds reads, writes and deletes: what does not match is not found, not replaced
     * and not deleted. What is stored gets the fields that the filter compares for equality, all of
     * which have to hold; {@code E_VECTOR_STORE_UPSERT_FAILED} where the record would still be
     * outside, or would replace a record there. A raw fragment cannot be checked against a record,
     * so that nothing can be stored where the filter has one: {@code
     * E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR}.
     */
    public Builder filter(Function<? super AgentContext, ? extends @Nullable VectorFilter> filter) {
      this.filter = Objects.requireNonNull(filter, "filter");
      return this;
    }

    /** The newest user message's text unless told otherwise. */
    public Builder deriveQuery(QueryDerivation deriveQuery) {
      this.deriveQuery = Objects.requireNonNull(deriveQuery, "deriveQuery");
      return this;
    }

    /**
     * Unless told otherwise: the match's id, document, score, and of the metadata {@code source},
     * {@code kind}, {@code createdAt}, {@code updatedAt}, and {@code content} where there is no
     * document. A match with neither is left out with a warning in the log.
     */
    public Builder toRetrievable(RetrievableMapping mapping) {
      this.mapping = Objects.requireNonNull(mapping, "mapping");
      return this;
    }

    /** Has no state of its own: as thread-safe as what it was built from. */
    public RetrievableStorage build() {
      return new VectorRetrievableStorage(this);
    }
  }
}

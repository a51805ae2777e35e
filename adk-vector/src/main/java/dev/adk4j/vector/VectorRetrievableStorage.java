package dev.adk4j.vector;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.RetrievableStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The four callbacks over a collection. */
final class VectorRetrievableStorage implements RetrievableStorage {

  private static final Logger LOG = LoggerFactory.getLogger(VectorRetrievableStorage.class);

  private final VectorDb db;
  private final String collection;
  private final Function<? super VectorMatch, TrustTier> tier;
  private final int topK;
  private final double minScore;
  private final Function<? super AgentContext, ? extends @Nullable VectorFilter> filter;
  private final QueryDerivation deriveQuery;
  private final @Nullable RetrievableMapping mapping;

  VectorRetrievableStorage(VectorRetrievables.Builder builder) {
    this.db = builder.db;
    this.collection = builder.collection;
    this.tier = builder.tier;
    this.topK = builder.topK;
    this.minScore = builder.minScore;
    this.filter = builder.filter;
    this.deriveQuery = builder.deriveQuery;
    this.mapping = builder.mapping;
  }

  @Override
  public List<Retrievable> fetchRetrievables(AgentContext ctx) throws Exception {
    VectorQuery query =
        switch (deriveQuery.derive(ctx)) {
          case RetrievalQuery.Text(String text) -> text.isBlank() ? null : query().nearText(text);
          case RetrievalQuery.Vector(float[] vector) -> query().nearVector(vector);
          case RetrievalQuery.None none -> null;
        };
    if (query == null) {
      return List.of();
    }
    bound(query, filter.apply(ctx));
    List<VectorMatch> matches =
        query.select("id", "document", "metadata").limit(topK).minScore(minScore).fetch();
    List<Retrievable> found = new ArrayList<>(matches.size());
    for (VectorMatch match : matches) {
      RetrievableDraft draft = draft(match, ctx);
      if (draft != null) {
        found.add(draft.withTier(tier.apply(match)));
      }
    }
    return found;
  }

  private @Nullable RetrievableDraft draft(VectorMatch match, AgentContext ctx) {
    if (mapping != null) {
      return mapping.map(match);
    }
    RetrievableDraft draft = StoredRetrievable.draft(match, ctx.clock());
    if (draft == null) {
      LOG.warn(
          "Left out the match '{}' of the collection '{}': it has nothing to show.",
          match.id().orElse(""),
          collection);
    }
    return draft;
  }

  @Override
  public void storeRetrievable(AgentContext ctx, Retrievable retrievable) throws Exception {
    VectorRecord record = StoredRetrievable.record(retrievable);
    VectorFilter condition = filter.apply(ctx);
    if (condition == null) {
      query().upsert(record);
      return;
    }
    VectorRecord inside = FilterStamp.of(condition, db.name()).stamp(record);
    requireNoneOutside(record.id(), condition);
    query().upsert(inside);
  }

  /** A record that the filter hides must not be replaced by one with its id. */
  private void requireNoneOutside(String id, VectorFilter condition) {
    boolean hidden =
        !query()
            .whereIn(FieldPath.ID, List.of(id))
            .whereFilter(VectorFilter.not(condition))
            .select("id")
            .limit(1)
            .fetch()
            .isEmpty();
    if (hidden) {
      throw VectorErrors.upsertFailed(
          "The collection has a record with that id outside of the filter; store it under another id.",
          null);
    }
  }

  private static VectorQuery bound(VectorQuery query, @Nullable VectorFilter condition) {
    return condition == null ? query : query.whereFilter(condition);
  }

  @Override
  public void mutateRetrievable(AgentContext ctx, Retrievable retrievable) throws Exception {
    storeRetrievable(ctx, retrievable);
  }

  @Override
  public void deleteRetrievable(AgentContext ctx, String id) {
    bound(query().whereIn(FieldPath.ID, List.of(id)), filter.apply(ctx)).delete();
  }

  private VectorQuery query() {
    return db.collection(collection);
  }
}

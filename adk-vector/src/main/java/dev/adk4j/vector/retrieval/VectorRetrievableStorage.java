package dev.adk4j.vector.retrieval;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.storage.RetrievableStorage;
import dev.adk4j.vector.FieldPath;
import dev.adk4j.vector.Near;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorQuery;
import dev.adk4j.vector.VectorRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Implements the four callbacks of retrievables on a collection. */
record VectorRetrievableStorage(
    VectorDb db,
    String collection,
    Function<? super VectorMatch, TrustTier> tier,
    int topK,
    double minScore,
    Function<? super AgentContext, ? extends @Nullable VectorFilter> filter,
    VectorRetrievables.QueryDerivation deriveQuery,
    @Nullable Function<? super VectorMatch, Retrievable.@Nullable Builder> mapping)
    implements RetrievableStorage {

  private static final Logger LOG = LoggerFactory.getLogger(VectorRetrievableStorage.class);

  /**
   * Returns the text of the newest user message; an empty text if there is none. The input of a
   * turn comes first: when the turn is hydrated, it is not stored yet.
   */
  static Optional<Near> lastUserMessage(AgentContext ctx) throws Exception {
    Optional<Near> asked =
        ctx instanceof TurnContext turn ? newest(turn.input(), ctx) : Optional.empty();
    return asked.isPresent() ? asked : newest(ctx.fetchMessages(), ctx);
  }

  private static Optional<Near> newest(List<Message> messages, AgentContext ctx) {
    return messages.reversed().stream()
        .filter(message -> message.role() == MessageRole.USER)
        .findFirst()
        .map(message -> Near.text(message.content().map(c -> c.render(ctx)).orElse("")));
  }

  @Override
  public List<Retrievable> fetchRetrievables(AgentContext ctx) throws Exception {
    Near near = deriveQuery.derive(ctx).orElse(null);
    if (near == null || near instanceof Near.Text(String text) && text.isBlank()) {
      return List.of();
    }
    return bounded(query(ctx), ctx)
        .near(near)
        .select("id", "document", "metadata")
        .limit(topK)
        .minScore(minScore)
        .fetch()
        .stream()
        .flatMap(match -> retrievable(match, ctx).stream())
        .toList();
  }

  private Optional<Retrievable> retrievable(VectorMatch match, AgentContext ctx) {
    if (mapping != null) {
      return Optional.ofNullable(mapping.apply(match))
          .map(mapped -> mapped.trustTier(tier.apply(match)).build());
    }
    Optional<Retrievable> retrievable = StoredRetrievable.read(match, tier, ctx.clock());
    if (retrievable.isEmpty()) {
      LOG.warn(
          "Skipped the match '{}' of the collection '{}': it has no content.",
          match.id().orElse(""),
          collection);
    }
    return retrievable;
  }

  @Override
  public void storeRetrievable(AgentContext ctx, Retrievable retrievable) throws Exception {
    VectorRecord record = StoredRetrievable.record(retrievable);
    VectorFilter bound = filter.apply(ctx);
    if (bound != null) {
      record = FilterStamp.of(bound, db.name()).stamp(record);
      requireNoneOutside(record.id(), bound, ctx);
    }
    query(ctx).upsert(record);
  }

  /** Rejects the replacement of a record that the filter hides. */
  private void requireNoneOutside(String id, VectorFilter bound, AgentContext ctx) {
    boolean hidden =
        !query(ctx)
            .whereIn(FieldPath.ID, List.of(id))
            .whereFilter(VectorFilter.not(bound))
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

  @Override
  public void mutateRetrievable(AgentContext ctx, Retrievable retrievable) throws Exception {
    storeRetrievable(ctx, retrievable);
  }

  @Override
  public void deleteRetrievable(AgentContext ctx, String id) {
    bounded(query(ctx).whereIn(FieldPath.ID, List.of(id)), ctx).delete();
  }

  private VectorQuery bounded(VectorQuery query, AgentContext ctx) {
    VectorFilter bound = filter.apply(ctx);
    return bound == null ? query : query.whereFilter(bound);
  }

  private VectorQuery query(AgentContext ctx) {
    return db.forTenant(ctx.scope().tenant()).collection(collection);
  }
}

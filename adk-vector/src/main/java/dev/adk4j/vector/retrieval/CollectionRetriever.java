package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorQuery;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Searches a collection of vectors, by vector by default. The document of a record is the text of
 * the passage; {@code source}, {@code location} and {@code titlePath} of its metadata become those
 * of the passage, if present. Immutable.
 *
 * {@snippet :
 * Retriever notes = CollectionRetriever.of(db, "notes", TrustTier.THIRD_PARTY_PRIVATE)
 *     .within(scope -> VectorFilter.eq("tenant", scope.tenant()))
 *     .hybrid();
 * }
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class CollectionRetriever implements Retriever {

  private final VectorDb db;
  private final String collection;
  private final TrustTier trustTier;
  private final BiConsumer<VectorQuery, String> search;
  private final @Nullable Function<? super Scope, VectorFilter> filter;
  private final @Nullable ProposedFilter proposed;

  private CollectionRetriever(
      VectorDb db,
      String collection,
      TrustTier trustTier,
      BiConsumer<VectorQuery, String> search,
      @Nullable Function<? super Scope, VectorFilter> filter,
      @Nullable ProposedFilter proposed) {
    this.db = db;
    this.collection = collection;
    this.trustTier = trustTier;
    this.search = search;
    this.filter = filter;
    this.proposed = proposed;
  }

  /**
   * Returns a search of the whole collection, for all users.
   *
   * @param trustTier trust in all passages found, without a default
   */
  public static CollectionRetriever of(VectorDb db, String collection, TrustTier trustTier) {
    VectorErrors.configured(trustTier, "retrieval needs a trust tier: there is no default");
    return new CollectionRetriever(db, collection, trustTier, VectorQuery::nearText, null, null);
  }

  /** Returns a search by vector and words, whose ranks are fused. */
  public CollectionRetriever hybrid() {
    return new CollectionRetriever(
        db, collection, trustTier, VectorQuery::hybrid, filter, proposed);
  }

  /** Returns a search by words only, which needs no encoder. */
  public CollectionRetriever words() {
    return new CollectionRetriever(
        db, collection, trustTier, VectorQuery::matching, filter, proposed);
  }

  /**
   * Returns a search of the records that belong to the asking user. A second call replaces the
   * first.
   *
   * @param filter returns the filter for a question from its scope only; null is rejected for each
   *     question
   */
  public CollectionRetriever within(Function<? super Scope, VectorFilter> filter) {
    return new CollectionRetriever(
        db, collection, trustTier, search, Objects.requireNonNull(filter, "filter"), proposed);
  }

  /**
   * Returns a search that a model may narrow: the model returns conditions on the fields for the
   * question. The scope's filter always applies too. If the proposal is rejected, fails, or takes
   * longer than 5 seconds, a warning without content is logged, and the search continues without
   * it.
   *
   * @param model sends a prompt to a model and returns its text, such as {@code chatModel::call}
   */
  public CollectionRetriever filtered(FilterFields fields, UnaryOperator<String> model) {
    return filtered(fields, model, RetrievalListener.NONE);
  }

  /**
   * Does the same as {@link #filtered(FilterFields, UnaryOperator)}, and reports the proposal to a
   * listener.
   */
  public CollectionRetriever filtered(
      FilterFields fields, UnaryOperator<String> model, RetrievalListener listener) {
    return new CollectionRetriever(
        db, collection, trustTier, search, filter, new ProposedFilter(fields, model, listener));
  }

  @Override
  public List<Passage> retrieve(RetrievalQuery query) throws InterruptedException {
    if (query.text().isBlank()) {
      return List.of();
    }
    VectorQuery asked =
        db.forTenant(query.scope().tenant())
            .collection(collection)
            .select("id", "document", "metadata")
            .limit(query.limit());
    if (filter != null) {
      asked.whereFilter(
          VectorErrors.configured(
              filter.apply(query.scope()),
              "the filter function must not return null for a question's scope"));
    }
    if (proposed != null) {
      asked.whereFilter(proposed.of(query.text()));
    }
    search.accept(asked, query.text());
    return asked.fetch().stream()
        .filter(match -> !match.document().orElse("").isBlank())
        .map(match -> PassageCollection.read(match, collection, trustTier))
        .toList();
  }
}

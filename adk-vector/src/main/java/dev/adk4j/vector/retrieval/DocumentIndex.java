package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrors;
import java.util.ArrayList;
import java.util.List;

/**
 * Documents split into passages, by default by their headings and then between paragraphs. Code
 * blocks and tables stay whole up to 4,000 characters, longer ones are continued with their first
 * lines repeated; other passages have about 1,200. Front matter and comments are left out.
 * Immutable.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class DocumentIndex {

  private final List<Passage> passages;
  private final TrustTier trustTier;

  private DocumentIndex(List<Passage> passages, TrustTier trustTier) {
    this.passages = List.copyOf(passages);
    this.trustTier = trustTier;
  }

  /**
   * Splits documents.
   *
   * @param trustTier trust in all of them, which has no default
   */
  public static DocumentIndex of(List<SourceDocument> documents, TrustTier trustTier) {
    return of(documents, trustTier, DocumentSplitter.markdown());
  }

  /** Splits documents into passages of another size. */
  @SuppressWarnings("NullAway") // users without a null checker do pass null
  public static DocumentIndex of(
      List<SourceDocument> documents, TrustTier trustTier, DocumentSplitter splitter) {
    if (trustTier == null) {
      throw VectorErrors.invalidConfig("documents need a trust tier: it has no default");
    }
    List<Passage> passages = new ArrayList<>();
    PassageIds ids = new PassageIds(Owner.EVERYBODY.key());
    for (SourceDocument document : documents) {
      passages.addAll(ids.passages(document.source(), splitter.split(document), trustTier));
    }
    return new DocumentIndex(passages, trustTier);
  }

  /** Returns the passages in the order of the documents. An id is a hash of all that is found. */
  public List<Passage> passages() {
    return passages;
  }

  /**
   * Returns a search by words in memory, without a model: BM25 over headings and text, with the
   * words of a heading counted twice. Upper case and accents do not matter; a word that goes on by
   * up to three letters, or stops as much earlier, counts half. A score is the share of the best
   * score that the question could have.
   */
  public Retriever byWords() {
    return new WordRetriever(passages);
  }

  /**
   * Writes the passages to a collection of vectors and returns the search in it. A passage that the
   * collection has is not encoded again; then those that are in no document any more are deleted.
   * Interrupted anywhere, the next call goes on; several calls at once end as one. Records of
   * others in the collection are neither found nor changed. The collection is created if it is
   * missing. One that another model has filled is noticed by one passage and filled again.
   *
   * @param db client with an encoder, of a backend that can create collections, scan and read
   *     vectors
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_ENCODER_REQUIRED}; {@code
   *     E_VECTOR_STORE_DIMENSION_MISMATCH} for a collection of another model's vectors; what the
   *     store throws
   */
  public Retriever byVectors(VectorDb db, String collection) {
    new PassageCollection(db, collection, null).update(passages);
    return retriever(db, collection);
  }

  /**
   * Writes the passages as {@link #byVectors} does, and returns the search by vector and words,
   * whose ranks are fused.
   *
   * @param db client as for {@link #byVectors}, of a backend that has full text
   * @param language language of the documents; see {@code fullText} of a collection's definition
   * @throws dev.adk4j.error.AdkException besides, what a search by words throws in a collection
   *     that was created without full text
   */
  public Retriever hybrid(VectorDb db, String collection, String language) {
    new PassageCollection(db, collection, language).update(passages);
    if (!passages.isEmpty()) {
      // Fails now rather than in a turn.
      db.collection(collection).matching("a").select("id").limit(1).fetch();
    }
    return retriever(db, collection).hybrid();
  }

  private CollectionRetriever retriever(VectorDb db, String collection) {
    return CollectionRetriever.of(db, collection, trustTier).within(scope -> PassageCollection.OWN);
  }
}

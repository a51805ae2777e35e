package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrors;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits documents into passages, by default by their headings and then between paragraphs. Code
 * blocks and tables stay whole up to 4,000 characters, longer ones are continued with their first
 * lines repeated; other passages have about 1,200. Omits front matter and comments. Immutable.
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
   * @param trustTier trust in all of them, without a default
   */
  public static DocumentIndex of(List<SourceDocument> documents, TrustTier trustTier) {
    return of(documents, trustTier, DocumentSplitter.markdown());
  }

  /** Splits documents into passages of another size. */
  public static DocumentIndex of(
      List<SourceDocument> documents, TrustTier trustTier, DocumentSplitter splitter) {
    VectorErrors.configured(trustTier, "documents need a trust tier: there is no default");
    List<Passage> passages = new ArrayList<>();
    PassageIds ids = new PassageIds(Owner.EVERYBODY.key());
    for (SourceDocument document : documents) {
      passages.addAll(ids.passages(document.source(), splitter.split(document), trustTier));
    }
    return new DocumentIndex(passages, trustTier);
  }

  /**
   * Returns the passages in the order of the documents. An id is a hash of the passage's content.
   */
  public List<Passage> passages() {
    return passages;
  }

  /**
   * Returns a search by words in memory, without a model: BM25 over headings and text, with the
   * words of a heading counted twice. Ignores case and accents; a word that is up to three letters
   * longer or shorter counts half. A score is the share of the best score possible for the
   * question.
   */
  public Retriever byWords() {
    return new WordRetriever(passages);
  }

  /**
   * Writes the passages to a collection of vectors and returns the search in it. Does not encode
   * stored passages again, and finally deletes those that are in no document any more. After an
   * interruption, the next call continues; concurrent calls have the same result as one. Records of
   * other writers in the collection are neither found nor changed. Creates a missing collection.
   * Detects a collection that another model has filled with one passage, and fills it again.
   *
   * @param db client with an encoder, of a backend that can create collections, scan and read
   *     vectors
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_ENCODER_REQUIRED}; {@code
   *     E_VECTOR_STORE_DIMENSION_MISMATCH} for a collection of another model's vectors; exceptions
   *     of the store
   */
  public Retriever byVectors(VectorDb db, String collection) {
    new PassageCollection(db, collection, null).update(passages);
    return retriever(db, collection);
  }

  /**
   * Writes the passages like {@link #byVectors}, and returns the search by vector and words, whose
   * ranks are fused.
   *
   * @param db client as for {@link #byVectors}, of a backend that has full text
   * @param language language of the documents; see {@code fullText} of a collection's definition
   * @throws dev.adk4j.error.AdkException as for {@link #byVectors}, and the errors of a search by
   *     words in a collection that was created without full text
   */
  public Retriever hybrid(VectorDb db, String collection, String language) {
    new PassageCollection(db, collection, language).update(passages);
    if (!passages.isEmpty()) {
      // Fails now instead of in a turn.
      db.collection(collection).matching("a").select("id").limit(1).fetch();
    }
    return retriever(db, collection).hybrid();
  }

  private CollectionRetriever retriever(VectorDb db, String collection) {
    return CollectionRetriever.of(db, collection, trustTier).within(scope -> PassageCollection.OWN);
  }
}

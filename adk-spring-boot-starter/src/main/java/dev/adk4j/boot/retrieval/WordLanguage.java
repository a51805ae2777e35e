package dev.adk4j.boot.retrieval;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFeature;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Language in which the words of a collection are searched in addition to its vectors. */
final class WordLanguage {

  private static final Logger log = LoggerFactory.getLogger(WordLanguage.class);

  static final String PROPERTY = "adk.retrieval.language";

  /** Searches by vectors only. */
  private static final String NONE = "none";

  /** Compares words unchanged, in any language. */
  private static final String ANY = "simple";

  private WordLanguage() {}

  /**
   * Returns the configured language. If unset, returns the value for any language if the collection
   * can be searched by words; otherwise null to search it only by vectors.
   */
  static @Nullable String of(VectorDb db, String collection, @Nullable String configured) {
    if (configured != null) {
      return configured.equals(NONE) ? null : configured;
    }
    return db.capabilities().has(VectorFeature.FULL_TEXT) && takesWords(db, collection)
        ? ANY
        : null;
  }

  /** A collection that an earlier version created with vectors only stays unchanged. */
  private static boolean takesWords(VectorDb db, String collection) {
    if (!db.schema().hasCollection(collection)) {
      return true;
    }
    try {
      db.collection(collection).matching("a").select("id").limit(1).fetch();
      return true;
    } catch (AdkException e) {
      if (e.errorCode() != VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED) {
        throw e;
      }
      log.warn(
          "The collection '{}' was created without words and is searched only by vectors. Drop "
              + "it to have it filled again with both; {}=none keeps it unchanged.",
          collection,
          PROPERTY);
      return false;
    }
  }
}

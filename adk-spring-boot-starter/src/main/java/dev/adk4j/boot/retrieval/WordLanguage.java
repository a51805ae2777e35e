package dev.adk4j.boot.retrieval;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFeature;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Language in which the words of a collection are searched beside its vectors. */
final class WordLanguage {

  private static final Logger log = LoggerFactory.getLogger(WordLanguage.class);

  static final String PROPERTY = "adk.retrieval.language";

  /** Searches by vectors alone. */
  private static final String NONE = "none";

  /** Words as they are, whatever the language. */
  private static final String ANY = "simple";

  private WordLanguage() {}

  /**
   * Returns the language that is configured, else that of any language where the collection can be
   * searched by words; null to search it by vectors alone.
   */
  static @Nullable String of(VectorDb db, String collection, @Nullable String configured) {
    if (configured != null) {
      return configured.equals(NONE) ? null : configured;
    }
    return db.capabilities().has(VectorFeature.FULL_TEXT) && takesWords(db, collection)
        ? ANY
        : null;
  }

  /** A collection that an earlier version made by vectors alone stays as it is. */
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
          "The collection '{}' was created without words and is searched by vectors alone. Drop it,"
              + " and it is filled anew with both; {}=none keeps it as it is.",
          collection,
          PROPERTY);
      return false;
    }
  }
}

package dev.adk4j.boot.retrieval;

import dev.adk4j.boot.internal.properties.RetrievalProperties;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.retrieval.DocumentIndex;
import dev.adk4j.vector.retrieval.DocumentSplitter;
import dev.adk4j.vector.retrieval.Retriever;
import dev.adk4j.vector.retrieval.SourceDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Selects the best search for the available parts, and logs the selection.
 *
 * @param db the application's vector store; may be null
 * @param encoder the application's embedding model; may be null
 */
record DocumentSearch(
    @Nullable VectorDb db, @Nullable VectorEncoder encoder, DocumentSplitter splitter) {

  private static final Logger log = LoggerFactory.getLogger(DocumentSearch.class);

  private static final List<VectorFeature> NEEDED =
      List.of(
          VectorFeature.COLLECTIONS,
          VectorFeature.SCAN,
          VectorFeature.VECTORS,
          VectorFeature.READ_VECTORS);

  static boolean isFit(VectorDb db) {
    return db.encoder().isPresent() && NEEDED.stream().allMatch(db.capabilities()::has);
  }

  /** First party, because the person who deploys the application names the files. */
  Retriever over(List<SourceDocument> documents, RetrievalProperties settings) {
    DocumentIndex index = DocumentIndex.of(documents, TrustTier.FIRST_PARTY, splitter);
    if (index.passages().isEmpty()) {
      throw DocumentFiles.refused(
          String.join(",", settings.documents()), "matches only files without text");
    }
    String collection = settings.collection();
    Retriever retriever;
    String how;
    if (db != null && isFit(db)) {
      String language = WordLanguage.of(db, collection, settings.language());
      retriever = byVectors(index, db, collection, language);
      how =
          words(language) + "by vectors in the collection '" + collection + "' (" + db.name() + ")";
    } else if (encoder != null) {
      VectorDb own = VectorDb.builder(new InMemoryVectorBackend()).encoder(encoder).build();
      String language = WordLanguage.of(own, collection, settings.language());
      retriever = byVectors(index, own, collection, language);
      how =
          words(language)
              + "by vectors in memory, which are recreated at each startup; "
              + "adk.vector.backend=pgvector stores them";
    } else {
      retriever = index.byWords();
      how = "by words, because there is no embedding model";
    }
    log.info(
        "Turns are answered from documents (files: {}, passages: {}), searched {}.",
        documents.size(),
        index.passages().size(),
        how);
    return retriever;
  }

  private static String words(@Nullable String language) {
    return language == null ? "" : "by words (" + language + ") and ";
  }

  private static Retriever byVectors(
      DocumentIndex index, VectorDb db, String collection, @Nullable String language) {
    if (language != null && !db.capabilities().has(VectorFeature.FULL_TEXT)) {
      throw new InvalidConfigurationPropertyValueException(
          WordLanguage.PROPERTY,
          language,
          "needs a vector store that searches by words, but '"
              + db.name()
              + "' does not. Set adk.vector.backend to pgvector or in-memory, or remove the "
              + "language");
    }
    try {
      return language == null
          ? index.byVectors(db, collection)
          : index.hybrid(db, collection, language);
    } catch (AdkException e) {
      if (language != null && e.errorCode() == VectorErrorCode.E_VECTOR_STORE_SEARCH_FAILED) {
        throw new InvalidConfigurationPropertyValueException(
            WordLanguage.PROPERTY,
            language,
            "needs a collection that was created with a language ("
                + e.getMessage()
                + "). Set adk.retrieval.collection to a new name, or drop '"
                + collection
                + "', which is then filled again");
      }
      if (e.errorCode() != VectorErrorCode.E_VECTOR_STORE_DIMENSION_MISMATCH) {
        throw e;
      }
      throw new InvalidConfigurationPropertyValueException(
          "adk.retrieval.collection",
          collection,
          "has vectors of another embedding model, of a different length. Set it to a new name, "
              + "or drop the collection");
    }
  }
}

package dev.adk4j.vector.retrieval;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorMatch;
import java.util.List;

/** Searches the passages of a collection that {@link PassageCollection} wrote. */
record VectorRetriever(VectorDb db, String collection, TrustTier trustTier) implements Retriever {

  @Override
  public List<Passage> retrieve(RetrievalQuery query) {
    if (query.text().isBlank()) {
      return List.of();
    }
    List<VectorMatch> found =
        db.collection(collection)
            .nearText(query.text())
            .whereFilter(PassageCollection.OWN)
            .select("id", "document", "metadata")
            .limit(query.limit())
            .fetch();
    return found.stream().map(match -> PassageCollection.read(match, trustTier)).toList();
  }
}

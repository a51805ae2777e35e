package dev.adk4j.benchmarks.vector;

import dev.adk4j.vector.InMemoryVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorRecord;
import java.util.ArrayList;
import java.util.List;

/** This library's in-memory backend through its query builder. */
final class AdkSearch implements SearchArms.SearchArm {

  private final VectorDb db = VectorDb.of(new InMemoryVectorBackend());

  AdkSearch(int vectors) {
    List<VectorRecord> records = new ArrayList<>();
    for (int i = 0; i < vectors; i++) {
      records.add(
          VectorRecord.builder("id-" + i)
              .vector(RandomVectors.of(i))
              .document("document " + i)
              .metadata("number", i)
              .build());
    }
    db.collection("documents").upsert(records);
  }

  @Override
  public List<String> search(int query) {
    return db
        .collection("documents")
        .nearVector(RandomVectors.of(-1 - query))
        .select("id", "document", "metadata")
        .limit(TOP)
        .fetch()
        .stream()
        .map(match -> match.id().orElseThrow())
        .toList();
  }
}

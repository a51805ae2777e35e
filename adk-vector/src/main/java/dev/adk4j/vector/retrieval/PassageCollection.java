package dev.adk4j.vector.retrieval;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.FieldPath;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorQuery;
import dev.adk4j.vector.VectorRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collection that contains exactly the passages of some documents, each under the hash of its
 * content. Reads the current state from the records themselves; no separate state could disagree
 * with them.
 */
record PassageCollection(VectorDb db, String collection, @Nullable String language) {

  private static final Logger log = LoggerFactory.getLogger(PassageCollection.class);

  static final String FIELD = "index";
  static final String VALUE = "adk-documents";

  /** The records of this writer, distinct from others'. */
  static final VectorFilter OWN = Owner.EVERYBODY.filter();

  private static final int BATCH = 64;

  /** Encoders of one model return nearly the same vector again, other models another. */
  private static final double SAME = 0.99;

  void update(List<Passage> passages) {
    Set<String> present = present();
    if (!passages.isEmpty()) {
      if (!sameModel(passages, present)) {
        // Vectors of two models cannot be compared. If they were replaced one by one, a start after
        // a crash could not identify the old ones.
        db.collection(collection).whereFilter(OWN).delete();
        present.clear();
      }
      write(passages, present);
    }
    // Deletes nothing before all replacements are written.
    passages.forEach(passage -> present.remove(passage.id()));
    List<String> gone = present.stream().sorted().toList();
    for (int i = 0; i < gone.size(); i += BATCH) {
      db.collection(collection)
          .whereIn(FieldPath.ID, gone.subList(i, Math.min(i + BATCH, gone.size())))
          .delete();
    }
    log.debug("Deleted {} passages from the collection '{}'.", gone.size(), collection);
  }

  private Set<String> present() {
    return db.schema().hasCollection(collection)
        ? ids(db.collection(collection).whereFilter(OWN))
        : new HashSet<>();
  }

  /** Returns the ids of all records that the query matches. */
  static Set<String> ids(VectorQuery query) {
    return query.select("id").limit(Integer.MAX_VALUE).fetch().stream()
        .flatMap(match -> match.id().stream())
        .collect(Collectors.toCollection(HashSet::new));
  }

  private void write(List<Passage> passages, Set<String> present) {
    List<VectorRecord> missing =
        passages.stream()
            .filter(passage -> !present.contains(passage.id()))
            .map(passage -> record(passage, Owner.EVERYBODY))
            .toList();
    for (int i = 0; i < missing.size(); i += BATCH) {
      db.collection(collection).upsert(missing.subList(i, Math.min(i + BATCH, missing.size())));
    }
    log.debug("Wrote {} passages to the collection '{}'.", missing.size(), collection);
  }

  /**
   * Encodes one passage, to determine the length of vectors for a missing collection, or to check
   * that the stored ones are the encoder's own.
   */
  private boolean sameModel(List<Passage> passages, Set<String> present) {
    VectorEncoder encoder = db.encoder().orElseThrow(() -> VectorErrors.encoderRequired(db.name()));
    Passage probe =
        passages.stream()
            .filter(passage -> present.contains(passage.id()))
            .findFirst()
            .orElse(passages.getFirst());
    float[] made =
        encoder.encode(List.of(probe.document()), VectorEncoder.EncodeKind.DOCUMENT).getFirst();
    db.schema()
        .createCollectionIfNotExists(
            collection, definition -> define(definition, made.length, language));
    return db
        .collection(collection)
        .whereIn(FieldPath.ID, List.of(probe.id()))
        .select("vector")
        .limit(1)
        .fetch()
        .stream()
        .flatMap(match -> match.vector().stream())
        .allMatch(stored -> same(stored, made));
  }

  /** Describes a collection of passages. */
  static void define(CollectionSpec.Builder definition, int dimensions, @Nullable String language) {
    definition.vector(dimensions);
    definition.string(FIELD).index();
    if (language != null) {
      definition.fullText(language);
    }
  }

  static boolean same(float[] stored, float[] made) {
    if (stored.length != made.length) {
      throw VectorErrors.dimensionMismatch(stored.length, made.length);
    }
    double norms = Similarity.dot(stored, stored) * Similarity.dot(made, made);
    return Similarity.dot(stored, made) >= SAME * Math.sqrt(norms);
  }

  static VectorRecord record(Passage passage, Owner owner) {
    return VectorRecord.builder(passage.id())
        .document(passage.document())
        .metadata(FIELD, owner.stamp())
        .metadata("source", passage.source())
        .metadata("location", passage.location())
        .metadata("titlePath", passage.titlePath())
        .build();
  }

  /**
   * @param otherwise source of a record without one
   */
  static Passage read(VectorMatch match, String otherwise, TrustTier trustTier) {
    Map<String, @Nullable Object> metadata = match.metadata().orElse(Map.of());
    List<String> titlePath =
        metadata.get("titlePath") instanceof List<?> titles
            ? titles.stream().map(String::valueOf).toList()
            : List.of();
    String document = match.document().orElseThrow();
    String head = Passage.head(titlePath);
    boolean headed = document.startsWith(head) && document.length() > head.length();
    return new Passage(
        match.id().orElseThrow(),
        headed ? document.substring(head.length()) : document,
        titlePath,
        metadata.get("source") instanceof String source && !source.isEmpty() ? source : otherwise,
        metadata.get("location") instanceof String location ? location : "",
        match.score().isPresent() ? match.score().getAsDouble() : null,
        trustTier,
        match.explanation().orElse(null));
  }
}

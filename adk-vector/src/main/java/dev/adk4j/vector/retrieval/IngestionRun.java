package dev.adk4j.vector.retrieval;

import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.JsonValue;
import dev.adk4j.vector.FieldPath;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorQuery;
import dev.adk4j.vector.VectorRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of an {@link Ingestion}. Documents are collected into parts; each part writes all new
 * passages before it deletes old ones. Reads the current state from the records themselves.
 */
final class IngestionRun {

  private static final Logger log = LoggerFactory.getLogger(IngestionRun.class);

  /** Limits of documents and passages at which a part is written. */
  private static final int DOCUMENTS = 100;

  private static final int PASSAGES = 512;

  /** Longer names do not fit into an index of PostgreSQL. */
  private static final int LONGEST_NAME = 500;

  private static final int PAGE = 10_000;
  private static final int DELETED_AT_ONCE = 500;

  private final Ingestion.Builder settings;
  private final VectorDb db;
  private final String collection;
  private final PacedCalls calls;
  private final long began;

  /** Names of this run's documents, and of existing ones that could not be used. */
  private final Set<String> seen = new HashSet<>();

  private final Set<String> kept = new HashSet<>();

  private final List<String> part = new ArrayList<>();
  private final List<Passage> partPassages = new ArrayList<>();

  private long documents;
  private long skipped;
  private long passages;
  private long embedded;
  private long deleted;

  IngestionRun(Ingestion.Builder settings, VectorDb db, String collection) {
    this.settings = settings;
    this.db = db;
    this.collection = collection;
    this.calls = new PacedCalls(settings);
    this.began = settings.timing.nanoTime();
  }

  /**
   * Creates a missing collection, and rejects one that another model has filled: its vectors cannot
   * be compared with this model's.
   */
  void begin() {
    boolean exists = calls.again(() -> db.schema().hasCollection(collection));
    List<VectorMatch> present = exists ? calls.again(this::anyPassage) : List.of();
    String probe = present.isEmpty() ? "probe" : present.getFirst().document().orElse("probe");
    float[] made = calls.encode(encoder(), List.of(probe)).getFirst();
    // The backend may still need to secure the table of an existing collection.
    db.schema()
        .createCollectionIfNotExists(
            collection,
            definition -> {
              PassageCollection.define(definition, made.length, settings.language);
              definition.string("source").index();
            });
    boolean same =
        present.stream()
            .flatMap(match -> match.vector().stream())
            .allMatch(stored -> PassageCollection.same(stored, made));
    if (!same) {
      throw VectorErrors.invalidConfig(
          "the collection '"
              + collection
              + "' has vectors of another embedding model; ingest into a new "
              + "collection and search that one when it is complete");
    }
  }

  /**
   * Checks a record of this owner, otherwise of any; other writers may use fields of one of these
   * names too.
   */
  private List<VectorMatch> anyPassage() {
    VectorFilter passages =
        VectorFilter.and(
            VectorFilter.exists(PassageCollection.FIELD, true),
            VectorFilter.exists("titlePath", true),
            VectorFilter.exists("location", true));
    List<VectorMatch> own = first(settings.owner.filter());
    return own.isEmpty() ? first(passages) : own;
  }

  private List<VectorMatch> first(VectorFilter filter) {
    return db.collection(collection)
        .whereFilter(filter)
        .select("document", "vector")
        .limit(1)
        .fetch();
  }

  private VectorEncoder encoder() {
    return db.encoder().orElseThrow(() -> VectorErrors.encoderRequired(db.name()));
  }

  void accept(SourceDocument document) {
    if (document.source().length() > LONGEST_NAME) {
      notice(document.source(), "has a name of more than " + LONGEST_NAME + " characters");
      return;
    }
    if (!seen.add(document.source())) {
      notice(document.source(), "is a second document with that name");
      return;
    }
    documents++;
    List<DocumentSplitter.Section> sections = settings.splitter.split(document);
    part.add(document.source());
    // The tier is not stored: each search sets it.
    partPassages.addAll(
        new PassageIds(settings.owner.key())
            .passages(document.source(), sections, TrustTier.THIRD_PARTY_PRIVATE));
    passages += sections.size();
    if (part.size() >= DOCUMENTS || partPassages.size() >= PASSAGES) {
      write();
    }
  }

  void skip(String source, String reason) {
    kept.add(SourceDocument.storable(source));
    notice(source, reason);
  }

  private void notice(String source, String reason) {
    skipped++;
    log.debug("Skipped the document {}: {}.", JsonValue.of(source).text(), reason);
    settings.listener.skipped(source, reason);
  }

  IngestionReport end() {
    write();
    if (seen.isEmpty() && kept.isEmpty()) {
      throw VectorErrors.invalidConfig(
          "the source of the collection '"
              + collection
              + "' has no document; nothing was deleted, drop the collection if this is intended");
    }
    sweep();
    // Without text and vector: no search finds it.
    upsert(List.of(VectorRecord.builder(settings.owner.completeId()).build()));
    IngestionReport report = report();
    settings.listener.progressed(report);
    if (skipped > 0) {
      log.warn("Skipped {} documents of the collection '{}'.", skipped, collection);
    }
    log.info(
        "Ingested {} documents into the collection '{}' (passages: {}, embedded: {}, deleted: {}).",
        documents,
        collection,
        passages,
        embedded,
        deleted);
    return report;
  }

  private IngestionReport report() {
    Duration duration = Duration.ofNanos(settings.timing.nanoTime() - began);
    return new IngestionReport(documents, skipped, passages, embedded, deleted, duration);
  }

  private void write() {
    if (part.isEmpty()) {
      return;
    }
    Set<String> gone = calls.again(() -> PassageCollection.ids(own().whereIn("source", part)));
    List<Passage> missing =
        partPassages.stream().filter(passage -> !gone.remove(passage.id())).toList();
    for (int i = 0; i < missing.size(); i += settings.batch) {
      embed(missing.subList(i, Math.min(i + settings.batch, missing.size())));
    }
    delete(List.copyOf(gone));
    part.clear();
    partPassages.clear();
    settings.listener.progressed(report());
  }

  private void embed(List<Passage> batch) {
    List<String> texts = batch.stream().map(Passage::document).toList();
    List<float[]> vectors = calls.encode(encoder(), texts);
    List<VectorRecord> records = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      VectorRecord record = PassageCollection.record(batch.get(i), settings.owner);
      records.add(record.toBuilder().vector(vectors.get(i)).build());
    }
    upsert(records);
    embedded += batch.size();
  }

  private void upsert(List<VectorRecord> records) {
    calls.again(
        () -> {
          db.collection(collection).upsert(records);
          return true;
        });
  }

  /** Returns true after a run for the owner is complete. */
  static boolean isComplete(VectorDb db, String collection, Owner owner) {
    return db.schema().hasCollection(collection)
        && !db.collection(collection)
            .whereIn(FieldPath.ID, List.of(owner.completeId()))
            .select("id")
            .limit(1)
            .fetch()
            .isEmpty();
  }

  /** Deletes the passages of documents that were neither read nor kept. */
  private void sweep() {
    int offset = 0;
    boolean more = true;
    while (more) {
      int from = offset;
      List<VectorMatch> page =
          calls.again(
              () -> own().select("id").selectMetadata("source").limit(PAGE).offset(from).fetch());
      List<String> gone =
          page.stream().filter(this::vanished).flatMap(match -> match.id().stream()).toList();
      delete(gone);
      offset += page.size() - gone.size();
      more = page.size() == PAGE;
    }
  }

  private boolean vanished(VectorMatch match) {
    String source = String.valueOf(match.metadata().orElseThrow().get("source"));
    return !seen.contains(source) && !isKept(source);
  }

  private boolean isKept(String source) {
    if (kept.contains(source)) {
      return true;
    }
    int slash = source.indexOf('/');
    while (!kept.isEmpty() && slash >= 0) {
      if (kept.contains(source.substring(0, slash))) {
        return true;
      }
      slash = source.indexOf('/', slash + 1);
    }
    return false;
  }

  private void delete(List<String> ids) {
    for (int i = 0; i < ids.size(); i += DELETED_AT_ONCE) {
      List<String> some = ids.subList(i, Math.min(i + DELETED_AT_ONCE, ids.size()));
      calls.again(
          () -> {
            db.collection(collection).whereIn(FieldPath.ID, some).delete();
            return true;
          });
      deleted += some.size();
    }
  }

  private VectorQuery own() {
    return db.collection(collection).whereFilter(settings.owner.filter());
  }
}

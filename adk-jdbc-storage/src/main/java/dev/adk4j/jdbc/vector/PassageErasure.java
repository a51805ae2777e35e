package dev.adk4j.jdbc.vector;

import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ErasureGuard;
import dev.adk4j.jdbc.ErasureReport;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.value.Scope;
import dev.adk4j.vector.CollectionSummary;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorErrorCode;
import dev.adk4j.vector.retrieval.Ingestion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Erases the ingested passages of a subject or tenant from each collection of the vector stores and
 * ingestions. Keeps passages without an owner; erasing a subject also keeps the tenant's passages.
 * Conversations have no passages, and passages do not expire: each run of an ingestion deletes
 * passages that its source no longer contains. Thread-safe.
 *
 * {@snippet :
 * AdkStorageAdmin admin = AdkStorageAdmin.of(dataSource, options, clock, List.of(
 *     PassageErasure.of(() -> List.of(db), () -> List.of(handbook))));
 * long passages = admin.erase(new ErasureTarget.Subject("acme", "ann")).passages();
 * }
 *
 * @since 0.1.0
 */
public final class PassageErasure implements ErasureGuard {

  private final Supplier<? extends List<VectorDb>> dbs;
  private final Supplier<? extends List<Ingestion>> ingestions;

  private PassageErasure(
      Supplier<? extends List<VectorDb>> dbs, Supplier<? extends List<Ingestion>> ingestions) {
    this.dbs = dbs;
    this.ingestions = ingestions;
  }

  /**
   * @param dbs vector stores; for a backend that cannot list its collections, only those of the
   *     ingestions are known
   * @param ingestions ingestions into these and other stores
   */
  public static PassageErasure of(
      Supplier<? extends List<VectorDb>> dbs, Supplier<? extends List<Ingestion>> ingestions) {
    return new PassageErasure(dbs, ingestions);
  }

  /** Erases passages first: after a failure, the next call still finds the remaining data. */
  @Override
  public ErasureReport around(
      AdkStorageAdmin admin, ErasureTarget target, Supplier<ErasureReport> erasure) {
    ErasureReport passages = all(target, Ingestion::erase, Ingestion::eraseTenant);
    return erasure.get().plus(passages);
  }

  @Override
  public ErasureReport preview(ErasureTarget target) {
    return all(target, Ingestion::count, Ingestion::countTenant);
  }

  private interface Passages<T> {
    long of(VectorDb db, String collection, T owner);
  }

  private ErasureReport all(
      ErasureTarget target, Passages<Scope> ofSubject, Passages<String> ofTenant) {
    ToLongFunction<At> passages =
        switch (target) {
          case ErasureTarget.Subject(String tenant, String subject, boolean keep) ->
              at -> ofSubject.of(at.db, at.collection, Scope.of(tenant, subject, null));
          case ErasureTarget.Tenant(String tenant) ->
              at -> ofTenant.of(at.db, at.collection, tenant);
          case ErasureTarget.Conversation conversation -> null;
          case ErasureTarget.OlderThan olderThan -> null;
        };
    return passages == null
        ? ErasureReport.NOTHING
        : ErasureReport.ofPassages(known().stream().mapToLong(passages).sum());
  }

  private record At(VectorDb db, String collection) {}

  private Set<At> known() {
    Set<At> known = new LinkedHashSet<>();
    for (VectorDb db : dbs.get()) {
      collections(db).forEach(collection -> known.add(new At(db, collection)));
    }
    for (Ingestion ingestion : ingestions.get()) {
      if (ingestion.db().schema().hasCollection(ingestion.collection())) {
        known.add(new At(ingestion.db(), ingestion.collection()));
      }
    }
    return known;
  }

  private static List<String> collections(VectorDb db) {
    try {
      return db.schema().collections().stream().map(CollectionSummary::name).toList();
    } catch (AdkException e) {
      if (e.errorCode() == VectorErrorCode.E_VECTOR_STORE_UNSUPPORTED_OPERATION) {
        return List.of();
      }
      throw e;
    }
  }
}

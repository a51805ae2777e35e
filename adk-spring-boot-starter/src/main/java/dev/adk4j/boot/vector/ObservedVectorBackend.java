package dev.adk4j.boot.vector;

import dev.adk4j.boot.internal.observe.AdkObservation;
import dev.adk4j.boot.internal.observe.AdkObservation.Key;
import dev.adk4j.vector.Capabilities;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.CollectionSummary;
import dev.adk4j.vector.DeletePlan;
import dev.adk4j.vector.HybridPlan;
import dev.adk4j.vector.SearchPlan;
import dev.adk4j.vector.UpsertPlan;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorMatch;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;

/** Observes each read, write and delete. Observations contain neither texts nor vectors. */
record ObservedVectorBackend(VectorBackend backend, ObservationRegistry registry)
    implements VectorBackend {

  @Override
  public List<VectorMatch> search(SearchPlan plan) {
    return observation("search", plan.collection()).observe(() -> backend.search(plan));
  }

  @Override
  public List<VectorMatch> searchHybrid(HybridPlan plan) {
    return observation("search", plan.search().collection())
        .observe(() -> backend.searchHybrid(plan));
  }

  @Override
  public void upsert(UpsertPlan plan) {
    observation("upsert", plan.collection()).observe(() -> backend.upsert(plan));
  }

  @Override
  public void delete(DeletePlan plan) {
    observation("delete", plan.collection()).observe(() -> backend.delete(plan));
  }

  private Observation observation(String operation, String collection) {
    return Observation.createNotStarted(AdkObservation.VECTOR.getName(), registry)
        .contextualName(operation + " " + collection)
        .lowCardinalityKeyValue(Key.SYSTEM.withValue(backend.name()))
        .lowCardinalityKeyValue(Key.DB_OPERATION.withValue(operation))
        .lowCardinalityKeyValue(Key.COLLECTION.withValue(collection));
  }

  @Override
  public String name() {
    return backend.name();
  }

  @Override
  public Capabilities capabilities() {
    return backend.capabilities();
  }

  @Override
  public boolean isAvailable() {
    return backend.isAvailable();
  }

  @Override
  public void connect() {
    backend.connect();
  }

  @Override
  public void close() {
    backend.close();
  }

  @Override
  public void createCollection(CollectionSpec spec, boolean ifNotExists) {
    backend.createCollection(spec, ifNotExists);
  }

  @Override
  public void dropCollection(String collection, boolean ifExists) {
    backend.dropCollection(collection, ifExists);
  }

  @Override
  public boolean hasCollection(String collection) {
    return backend.hasCollection(collection);
  }

  @Override
  public void renameCollection(String from, String to) {
    backend.renameCollection(from, to);
  }

  @Override
  public List<CollectionSummary> collections() {
    return backend.collections();
  }

  @Override
  public VectorBackend forTenant(String tenant) {
    return new ObservedVectorBackend(backend.forTenant(tenant), registry);
  }

  @Override
  public <E extends Exception> void inTransaction(VectorBackend.Work<VectorBackend, E> work)
      throws E {
    backend.<E>inTransaction(bound -> work.run(new ObservedVectorBackend(bound, registry)));
  }
}

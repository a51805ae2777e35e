package dev.adk4j.bytes;

/** Keeps texts in memory; see {@link ByteStore}. Readers are snapshots. Safe for concurrent use. */
public final class InMemorySpoolStore extends InMemoryStore<SpoolReader> implements SpoolStore {

  /** Starts empty. */
  public InMemorySpoolStore() {
    super(InMemorySpoolReader::sharing);
  }
}

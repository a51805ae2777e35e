package dev.adk4j.bytes;

/**
 * Keeps binary content in memory; see {@link ByteStore}. Readers are snapshots. Safe for concurrent
 * use.
 */
public final class InMemoryMediaStore extends InMemoryStore<MediaReader> {

  /** Starts empty. */
  public InMemoryMediaStore() {
    super(InMemoryMediaReader::sharing);
  }
}

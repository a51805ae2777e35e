package dev.adk4j.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Keeps bytes verbatim in memory, under any id. Every reader is a snapshot: a later write, {@code
 * delete} or {@link #clear()} does not change it. Safe for concurrent use.
 */
abstract sealed class InMemoryStore<R> implements ByteStore<R>
    permits InMemoryMediaStore, InMemorySpoolStore {

  private final Map<String, byte[]> contents = new ConcurrentHashMap<>();
  private final Function<byte[], R> readers;

  InMemoryStore(Function<byte[], R> readers) {
    this.readers = readers;
  }

  @Override
  public final R write(String id, ConduitBytes bytes) throws IOException {
    try (InputStream in = bytes.open()) {
      byte[] copy = in.readAllBytes();
      contents.put(id, copy);
      return readers.apply(copy);
    }
  }

  @Override
  public final Optional<R> read(String id) {
    return Optional.ofNullable(contents.get(id)).map(readers);
  }

  @Override
  public final boolean delete(String id) {
    return contents.remove(id) != null;
  }

  /** Returns the number of ids. */
  public final int size() {
    return contents.size();
  }

  /** Removes everything. */
  public final void clear() {
    contents.clear();
  }
}

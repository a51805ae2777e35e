package dev.adk4j.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps bytes verbatim in memory, under any id. Every reader is a snapshot: a later write, {@code
 * delete} or {@link #clear()} does not change it. Safe for concurrent use.
 */
public final class InMemorySpoolStore implements SpoolStore {

  private final Map<String, byte[]> contents = new ConcurrentHashMap<>();

  @Override
  public SpoolReader write(String id, ConduitBytes bytes) throws IOException {
    byte[] copy;
    try (InputStream in = bytes.open()) {
      copy = in.readAllBytes();
    }
    contents.put(id, copy);
    return reader(copy);
  }

  @Override
  public Optional<SpoolReader> read(String id) {
    return Optional.ofNullable(contents.get(id)).map(InMemorySpoolStore::reader);
  }

  @Override
  public boolean delete(String id) {
    return contents.remove(id) != null;
  }

  /** How many ids there are. */
  public int size() {
    return contents.size();
  }

  /** Forgets everything. */
  public void clear() {
    contents.clear();
  }

  private static SpoolReader reader(byte[] bytes) {
    return InMemorySpoolReader.sharing(bytes);
  }
}

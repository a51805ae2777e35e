package dev.adk4j.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Stores bytes verbatim in memory, under any id. Every reader is a snapshot: a later write or
 * {@code delete} does not change it. Thread-safe.
 */
public final class InMemoryByteStore<R> implements ByteStore<R> {

  private final Map<String, byte[]> contents = new ConcurrentHashMap<>();
  private final Function<byte[], R> readers;

  private InMemoryByteStore(Function<byte[], R> readers) {
    this.readers = readers;
  }

  /** Returns an empty store of texts. */
  public static InMemoryByteStore<SpoolReader> ofTexts() {
    return new InMemoryByteStore<>(InMemorySpoolReader::new);
  }

  /** Returns an empty store of binary content. */
  public static InMemoryByteStore<MediaReader> ofMedia() {
    return new InMemoryByteStore<>(InMemoryMediaReader::new);
  }

  @Override
  public R write(String id, ByteSource bytes) throws IOException {
    try (InputStream in = bytes.open()) {
      byte[] copy = in.readAllBytes();
      contents.put(id, copy);
      return readers.apply(copy);
    }
  }

  @Override
  public Optional<R> read(String id) {
    return Optional.ofNullable(contents.get(id)).map(readers);
  }

  @Override
  public boolean delete(String id) {
    return contents.remove(id) != null;
  }

  /** Returns the number of ids. */
  public int size() {
    return contents.size();
  }
}

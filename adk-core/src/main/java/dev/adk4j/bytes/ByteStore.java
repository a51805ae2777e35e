package dev.adk4j.bytes;

import dev.adk4j.internal.NoJsonForm;
import java.io.IOException;
import java.util.Optional;

/** Stores bytes under an id. Thread-safe. */
@NoJsonForm
public interface ByteStore<R> {

  /**
   * Stores the content, replacing earlier content of the id. The reader is usable when the call
   * returns.
   */
  R write(String id, ByteSource bytes) throws IOException;

  /** Returns a reader of the content of the id, or empty. */
  Optional<R> read(String id) throws IOException;

  /** Removes the content of the id; returns false if there was none. */
  boolean delete(String id) throws IOException;
}

package dev.adk4j.bytes;

import dev.adk4j.internal.NoJsonForm;
import java.io.IOException;
import java.util.Optional;

/** Keeps bytes under an id. Safe for concurrent use. */
@NoJsonForm
public interface ByteStore<R> {

  /**
   * Stores the content, replacing what was under the id. The reader is usable when the call
   * returns.
   */
  R write(String id, ByteSource bytes) throws IOException;

  /** Returns a reader of what is under the id, or empty. */
  Optional<R> read(String id) throws IOException;

  /** Removes what is under the id; false where there was nothing. */
  boolean delete(String id) throws IOException;
}

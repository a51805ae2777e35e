package dev.adk4j.bytes;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the lines of a text, each without its {@code \n}. Not thread-safe; the caller
 * closes it.
 */
public interface LineCursor extends Closeable {

  /** Returns the next line, or null after the last. */
  @Nullable String next() throws IOException;
}

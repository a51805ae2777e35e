package dev.adk4j.bytes;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a text one after the other, each without its {@code \n}. For one thread; the caller
 * closes it.
 */
public interface LineCursor extends Closeable {

  /** The next line, or null after the last. */
  @Nullable String next() throws IOException;
}

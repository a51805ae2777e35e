package dev.adk4j.limit;

import java.util.concurrent.atomic.AtomicBoolean;

/** Holds a place until it is closed; closing it again has no effect. Thread-safe. */
public final class Permit implements AutoCloseable {

  private final AtomicBoolean closed = new AtomicBoolean();
  private final Runnable release;

  Permit(Runnable release) {
    this.release = release;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release.run();
    }
  }
}

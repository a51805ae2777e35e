package dev.adk4j.web.stream;

import java.util.List;

/** Events for one client that were derived from those of a turn. Called by that client's thread. */
@FunctionalInterface
public interface StreamUpdates {

  /** Waits for events after that number. Returns none after a while without any. */
  Batch read(long after) throws InterruptedException;

  /**
   * Events whose numbers follow each other.
   *
   * @param end whether nothing comes after them
   */
  record Batch(List<StreamEvent> events, boolean end) {}
}

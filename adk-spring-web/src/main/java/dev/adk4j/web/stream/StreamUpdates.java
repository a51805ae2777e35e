package dev.adk4j.web.stream;

import java.util.List;

/** Derived events of a turn for one client. Called by that client's thread. */
@FunctionalInterface
public interface StreamUpdates {

  /** Waits for events after that number. Returns none if none arrive within a limited time. */
  Batch read(long after) throws InterruptedException;

  /**
   * Events with consecutive numbers.
   *
   * @param end true if no events follow
   */
  record Batch(List<StreamEvent> events, boolean end) {}
}

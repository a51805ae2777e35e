package dev.adk4j.web.stream;

import dev.adk4j.abort.Subscription;

/** A client that is ready to receive the events of a turn. */
public interface StreamClient {

  /**
   * Starts writing, on a separate thread. Closing the result stops it and does not affect the turn.
   *
   * @throws dev.adk4j.limit.LimitException if there are too many clients
   */
  Subscription start();
}

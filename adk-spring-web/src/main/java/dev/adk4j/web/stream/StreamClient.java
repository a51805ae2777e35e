package dev.adk4j.web.stream;

import dev.adk4j.abort.Subscription;
import java.io.IOException;
import java.time.Duration;

/** A client that is ready to receive the events of a turn, once, on the connection it is given. */
public interface StreamClient {

  /**
   * Starts writing, on a separate thread. Closing the result stops it and does not affect the turn.
   *
   * @param sink the client's connection
   * @throws dev.adk4j.limit.LimitException if there are too many clients
   */
  Subscription start(StreamSink sink);

  /**
   * Writes on this thread, until the end or until the time is over.
   *
   * @param sink the client's connection
   * @throws IOException if the sink throws it
   * @throws dev.adk4j.limit.LimitException if there are too many clients
   */
  void read(StreamSink sink, Duration atMost) throws IOException, InterruptedException;
}

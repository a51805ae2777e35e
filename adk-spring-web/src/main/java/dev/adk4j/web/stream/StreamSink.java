package dev.adk4j.web.stream;

import java.io.IOException;

/**
 * Connection of one client. It is called by that client's own thread, one call at a time, and may
 * block while the client is slow. An exception ends only this client's stream.
 */
public interface StreamSink {

  void send(StreamEvent event) throws IOException;

  /**
   * Sends an event without a number, after which the stream ends. Used if the requested events are
   * no longer held.
   */
  void sendUnnumbered(String name, String data) throws IOException;

  /**
   * Called at the beginning, and after all available events: the next one may take long. A sink
   * that buffers events sends them now.
   */
  default void flush() throws IOException {}

  /** Sends a heartbeat after a time without events. */
  default void heartbeat() throws IOException {}

  /** Returns false to end the stream after the last sent event. */
  default boolean wantsMore() {
    return true;
  }

  /** Ends the stream: the turn has ended and every event was sent. */
  void complete() throws IOException;
}

package dev.adk4j.web.stream;

import java.io.IOException;

/**
 * Connection of one client. It is called by that client's own thread, one call at a time, and may
 * block while the client is slow. An exception ends this client's stream and nothing else.
 */
public interface StreamSink {

  void send(StreamEvent event) throws IOException;

  /**
   * Sends an event without a number, after which the stream ends. Used if the requested events are
   * no longer held.
   */
  void sendUnnumbered(String name, String data) throws IOException;

  /**
   * Called after the events that there were to send: more may be long in coming. A sink that
   * collects events sends them now.
   */
  default void flush() throws IOException {}

  /** Sends a sign of life after a silence. */
  void heartbeat() throws IOException;

  /** Returns false where the stream is to end after the last event that was sent. */
  default boolean wantsMore() {
    return true;
  }

  /** Returns false for a reader in this process, which counts as no client. */
  default boolean isClient() {
    return true;
  }

  /** Ends the stream: the turn has ended and every event was sent. */
  void complete();
}

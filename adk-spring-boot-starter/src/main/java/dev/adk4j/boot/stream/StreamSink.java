package dev.adk4j.boot.stream;

import java.io.IOException;

/**
 * One client's connection. Called by that client's own thread, one call at a time; may block as
 * long as the client is slow. What it throws ends this client's stream, and nothing else.
 */
public interface StreamSink {

  void send(StreamEvent event) throws IOException;

  /**
   * An event outside the sequence, after which the stream ends: what is asked for is no longer
   * held.
   */
  void sendUnnumbered(String name, String data) throws IOException;

  /** Sent when there was nothing else to send for a while. */
  void heartbeat() throws IOException;

  /** The turn has ended and everything was sent. */
  void complete();
}

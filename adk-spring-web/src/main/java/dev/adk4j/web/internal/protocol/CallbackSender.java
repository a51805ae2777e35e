package dev.adk4j.web.internal.protocol;

import dev.adk4j.error.AdkException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Sends requests to addresses that callers chose. Thread-safe. */
public interface CallbackSender {

  /** Returns true if requests may be sent to the address. */
  boolean allows(URI url);

  /**
   * Sends one request, within a limited time.
   *
   * @throws IOException if it was not accepted, and may be sent again
   * @throws AdkException if it may not be sent
   */
  void send(URI url, Map<String, String> headers, String body) throws IOException;
}

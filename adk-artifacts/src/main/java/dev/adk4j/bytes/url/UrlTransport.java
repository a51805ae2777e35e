package dev.adk4j.bytes.url;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request, and follows no redirect. Connects only to addresses it has checked itself,
 * without looking the name up again in between. Safe for concurrent use.
 */
interface UrlTransport {

  /**
   * @param deadline in the time of {@link System#nanoTime()}; beyond it the request fails with
   *     {@link java.net.http.HttpTimeoutException}, unless the answer has begun
   * @throws dev.adk4j.error.AdkException {@code E_URL_NOT_ALLOWED} where the host leads to a
   *     private or special address
   */
  Answer send(UrlRequest request, long deadline) throws IOException;

  /**
   * An answer that has begun.
   *
   * @param location where a redirect leads
   * @param body as it is sent, never decompressed; closing it ends the request, from any thread
   */
  record Answer(int status, @Nullable String location, InputStream body) {}
}

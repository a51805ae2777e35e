package dev.adk4j.bytes.url;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request, and follows no redirect. Connects only to addresses that it has checked,
 * without another lookup of the name. Thread-safe.
 */
interface UrlTransport {

  /**
   * @param deadline in the time of {@link System#nanoTime()}; after it the request fails with
   *     {@link java.net.http.HttpTimeoutException}, unless the response has begun
   * @throws dev.adk4j.error.AdkException {@code E_URL_NOT_ALLOWED} if the host resolves to a
   *     private or special address
   */
  Answer send(UrlRequest request, long deadline) throws IOException;

  /** Runs the task at a time of {@link System#nanoTime()}, unless the future is canceled before. */
  static CompletableFuture<Void> at(long deadline, Runnable task) {
    long left = deadline - System.nanoTime();
    return CompletableFuture.runAsync(
        task, CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS, Runnable::run));
  }

  /**
   * A response that has begun.
   *
   * @param location the target of a redirect
   * @param body as it is sent, never decompressed; closing it ends the request, from any thread
   */
  record Answer(int status, @Nullable String location, InputStream body) {}
}

package dev.adk4j.vector.retrieval;

import dev.adk4j.error.AdkException;
import dev.adk4j.token.TokenCounters;
import dev.adk4j.token.TokenEncoding;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.VectorErrors;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Calls the embedding model and the store, limits the rate, and retries failures. */
final class PacedCalls {

  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final Ingestion.Builder settings;

  /** The earliest time of the next call of the model. */
  private long next;

  PacedCalls(Ingestion.Builder settings) {
    this.settings = settings;
    this.next = settings.timing.nanoTime();
  }

  List<float[]> encode(VectorEncoder encoder, List<String> texts) {
    return again(
        () -> {
          pace(texts);
          List<float[]> vectors = encoder.encode(texts, VectorEncoder.EncodeKind.DOCUMENT);
          if (vectors.size() != texts.size()) {
            throw VectorErrors.upsertFailed(
                "The encoder returned %s vectors for %s texts."
                    .formatted(vectors.size(), texts.size()),
                null);
          }
          return vectors;
        });
  }

  <T> T again(Supplier<T> call) {
    for (int attempt = 1; ; attempt++) {
      requireNoInterrupt();
      try {
        return call.get();
      } catch (RuntimeException e) {
        boolean fatal = e instanceof AdkException known && known.fatal();
        if (fatal || attempt >= settings.attempts || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        Duration pause = Duration.ofSeconds(Math.min(60, 1L << Math.min(attempt - 1, 6)));
        settings.listener.retrying(attempt, pause, e);
        sleep(pause.toNanos());
      }
    }
  }

  private void pace(List<String> texts) {
    long now = settings.timing.nanoTime();
    if (next - now > 0) {
      sleep(next - now);
      now = next;
    }
    next = now;
    if (settings.requestsPerMinute < Integer.MAX_VALUE) {
      next = now + MINUTE / settings.requestsPerMinute;
    }
    if (settings.tokensPerMinute < Integer.MAX_VALUE) {
      next = Math.max(next, now + tokens(texts) * MINUTE / settings.tokensPerMinute);
    }
  }

  private static long tokens(List<String> texts) {
    return texts.stream()
        .mapToLong(text -> TokenCounters.count(text, TokenEncoding.CL100K_BASE.id()))
        .sum();
  }

  private void sleep(long nanos) {
    try {
      settings.timing.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      requireNoInterrupt();
    }
  }

  /** An interrupted run ends between two calls. */
  private static void requireNoInterrupt() {
    if (Thread.currentThread().isInterrupted()) {
      throw VectorErrors.upsertFailed("The run was interrupted; the next one continues.", null);
    }
  }
}

package dev.adk4j.springai.chat;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits between two attempts. */
@FunctionalInterface
interface Pause {

  /** Pauses the calling thread. An abort ends the pause immediately. */
  Pause UNTIL_ABORTED =
      (duration, signal) -> {
        CountDownLatch aborted = new CountDownLatch(1);
        try (Subscription ignored = signal.onAbort(reason -> aborted.countDown())) {
          boolean early = aborted.await(duration.toNanos(), TimeUnit.NANOSECONDS);
          assert !early || signal.aborted();
        }
      };

  void sleep(Duration duration, AbortSignal signal) throws InterruptedException;
}

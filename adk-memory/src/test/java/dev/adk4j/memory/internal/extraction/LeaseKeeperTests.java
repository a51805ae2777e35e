package dev.adk4j.memory.internal.extraction;

import static dev.adk4j.memory.internal.extraction.ExtractionFixture.TALK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.adk4j.memory.ManualDeadlines;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.memory.journal.ExtractionJournal.SaveKey;
import dev.adk4j.memory.journal.ExtractionJournal.SaveLease;
import dev.adk4j.memory.journal.InMemoryExtractionJournal;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LeaseKeeperTests {

  private static final SaveKey KEY = new SaveKey(TALK, "a");
  private static final Duration LIFE = Duration.ofMinutes(3);
  private static final Duration THIRD = Duration.ofMinutes(1);

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final InMemoryExtractionJournal journal = new InMemoryExtractionJournal(now::get);
  private final ManualDeadlines deadlines = new ManualDeadlines();
  private final SaveLease lease = journal.acquire(KEY, LIFE).orElseThrow();

  private Repeating keep() {
    return new LeaseKeeper(journal, lease, LIFE).start(deadlines);
  }

  /** Waits until the last renewal has ended. */
  private void awaitNextThird() {
    await().atMost(Duration.ofSeconds(30)).until(() -> deadlines.waiting(THIRD) == 1);
  }

  /** A third of the lease's life passes, and what is done then is done. */
  private void passThird() {
    now.updateAndGet(instant -> instant.plus(THIRD));
    assertThat(deadlines.pass(THIRD)).isEqualTo(1);
  }

  @Test
  void keptLeaseOutlivesItsLife() {
    try (Repeating keeper = keep()) {
      for (int i = 0; i < 9; i++) {
        awaitNextThird();
        passThird();
      }
      awaitNextThird();
      assertThat(journal.cursor(KEY).leased()).isTrue();
      assertThat(journal.acquire(KEY, LIFE)).isEmpty();
    }
    assertThat(deadlines.waiting(THIRD)).as("closed").isZero();
    now.updateAndGet(instant -> instant.plus(LIFE));
    assertThat(journal.acquire(KEY, LIFE)).isPresent();
  }

  @Test
  void failedRenewalIsRetried() {
    AtomicBoolean broken = new AtomicBoolean(true);
    ExtractionJournal failing =
        (ExtractionJournal)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExtractionJournal.class},
                (proxy, method, args) -> {
                  if (broken.getAndSet(false)) {
                    throw new IllegalStateException("no journal for a moment");
                  }
                  return method.invoke(journal, args);
                });
    try (Repeating keeper = new LeaseKeeper(failing, lease, LIFE).start(deadlines)) {
      for (int i = 0; i < 4; i++) {
        awaitNextThird();
        passThird();
      }
      awaitNextThird();
      assertThat(journal.acquire(KEY, LIFE)).isEmpty();
    }
  }

  @Test
  void stopsRenewingLostLease() throws Exception {
    try (Repeating keeper = keep()) {
      now.updateAndGet(instant -> instant.plus(LIFE));
      SaveLease others = journal.acquire(KEY, LIFE).orElseThrow();
      passThird();
      await()
          .during(Duration.ofMillis(100))
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(deadlines.waiting(THIRD)).isZero());
      assertThat(journal.renew(others, LIFE)).isTrue();
    }
  }
}

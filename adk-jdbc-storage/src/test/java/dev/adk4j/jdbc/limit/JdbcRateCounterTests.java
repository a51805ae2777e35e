package dev.adk4j.jdbc.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.AtOnce;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.ErasureReport;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.OnSharedDatabase;
import dev.adk4j.limit.Limit;
import dev.adk4j.limit.RateCounter.Rate;
import dev.adk4j.test.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two nodes that count in one database. */
class JdbcRateCounterTests extends OnSharedDatabase {

  private static final Instant AT = Instant.parse("2026-11-23T10:45:00Z");

  private final MutableClock clock = MutableClock.at(AT);
  private final JdbcRateCounter here =
      JdbcRateCounter.of(database.dataSource(), JdbcStorageOptions.DEFAULT, clock);
  private final JdbcRateCounter there =
      JdbcRateCounter.of(database.dataSource(), JdbcStorageOptions.DEFAULT, clock);

  JdbcRateCounterTests(DatabaseKind kind) {
    super(kind);
  }

  private Rate turns(String subject, int most) {
    return new Rate(Limit.TURNS_PER_HOUR, tenant, subject, most, Duration.ofHours(1));
  }

  private List<String> rows() {
    return database.query(
        "select subject || ' ' || limit_name || ' ' || taken from adk_rate where tenant = '"
            + tenant
            + "' order by subject, limit_name");
  }

  @Test
  void nodesCountTogether() {
    assertThat(here.take(turns("ann", 2))).isEmpty();
    assertThat(there.take(turns("ann", 2))).isEmpty();
    assertThat(here.take(turns("ann", 2))).contains(Duration.ofMinutes(15));
    assertThat(there.take(turns("ann", 2))).contains(Duration.ofMinutes(15));
    assertThat(there.take(turns("bob", 2))).isEmpty();
    assertThat(
            here.take(
                new Rate(Limit.CONVERSATIONS_PER_HOUR, tenant, "ann", 1, Duration.ofHours(1))))
        .isEmpty();
    assertThat(rows())
        .containsExactly(
            "ann conversations-per-hour 1", "ann turns-per-hour 2", "bob turns-per-hour 1");
  }

  @Test
  void beginsAnewWithTheNextPeriod() {
    assertThat(here.take(turns("ann", 1))).isEmpty();
    clock.set(Instant.parse("2026-11-23T11:00:00Z"));
    assertThat(here.take(turns("ann", 1))).isEmpty();
    assertThat(here.take(turns("ann", 1))).isPresent();
    // a node whose clock is behind
    clock.set(Instant.parse("2026-11-23T10:59:59Z"));
    assertThat(there.take(turns("ann", 1))).isPresent();
    assertThat(rows()).containsExactly("ann turns-per-hour 1");
  }

  @Test
  void oddSubjectsAreApart() {
    for (String subject : List.of("", "a\u0000b", "a\ud800b", "\u00fc'\";--", "x".repeat(800))) {
      assertThat(here.take(turns(subject, 1))).isEmpty();
      assertThat(there.take(turns(subject, 1))).isPresent();
    }
  }

  @Test
  void manyThreadsOfTwoNodesNeverGetMoreThanThereIs() throws Exception {
    AtomicInteger admitted = new AtomicInteger();
    AtOnce.run(
        8,
        n -> {
          JdbcRateCounter node = n % 2 == 0 ? here : there;
          for (int i = 0; i < 20; i++) {
            if (node.take(turns("ann", 100)).isEmpty()) {
              admitted.incrementAndGet();
            }
          }
        });
    assertThat(admitted).hasValue(100);
    assertThat(rows()).containsExactly("ann turns-per-hour 100");
  }

  @Test
  void erasureTakesTheCountsOfASubjectAndOfATenant() {
    AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource());
    here.take(turns("ann", 5));
    here.take(turns("bob", 5));
    here.take(turns("", 5));
    erase(admin, new ErasureTarget.Subject(tenant, "ann"), 1);
    assertThat(rows()).containsExactly(" turns-per-hour 1", "bob turns-per-hour 1");
    erase(admin, new ErasureTarget.Subject(tenant, "bob", true), 1);
    erase(admin, new ErasureTarget.Conversation(tenant, "ann"), 0);
    erase(admin, new ErasureTarget.OlderThan(tenant, AT), 0);
    erase(admin, new ErasureTarget.Tenant(tenant), 1);
    assertThat(rows()).isEmpty();
  }

  private static void erase(AdkStorageAdmin admin, ErasureTarget target, long rates) {
    ErasureReport preview = admin.preview(target);
    assertThat(preview.rates()).isEqualTo(rates);
    assertThat(admin.erase(target)).isEqualTo(preview);
  }

  @Test
  void cleanUpRemovesEndedPeriods() {
    AdkStorageAdmin admin =
        AdkStorageAdmin.of(database.dataSource(), JdbcStorageOptions.DEFAULT, clock);
    here.take(turns("ann", 1));
    clock.set(Instant.parse("2026-11-23T11:05:00Z"));
    admin.cleanUpRates();
    assertThat(rows()).hasSize(1);
    here.take(turns("bob", 1));
    clock.set(Instant.parse("2026-11-23T11:11:00Z"));
    assertThat(admin.cleanUpRates()).isPositive();
    assertThat(rows()).containsExactly("bob turns-per-hour 1");
  }
}

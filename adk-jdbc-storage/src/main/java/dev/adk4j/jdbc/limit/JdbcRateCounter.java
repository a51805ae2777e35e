package dev.adk4j.jdbc.limit;

import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.limit.RateCounter;
import dev.adk4j.limit.RateCounter.Rate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Counts in the storage's database. Counts survive a restart, and all nodes share them. Each call
 * is one statement in a separate transaction and affects one row for each subject and limit.
 * Periods are fixed windows: across the end of a window, up to twice the limit can pass within the
 * length of one period.
 *
 * <p>{@link dev.adk4j.jdbc.AdkStorageAdmin#cleanUpRates} removes rows of ended periods; erasing a
 * subject or tenant removes its rows. Throws {@code E_STORAGE_UNAVAILABLE} while the database
 * cannot be reached. Thread-safe.
 *
 * @since 0.1.0
 */
public final class JdbcRateCounter implements RateCounter {

  /** Statement with the parameters tenant, subject, limit, end of the period, largest count. */
  private static final String POSTGRES =
      """
      insert into {adk_rate} as r (tenant, subject, limit_name, ends_at, taken) values (?, ?, ?, ?, 1)
      on conflict (tenant, subject, limit_name) do update set
        taken = case when r.ends_at < excluded.ends_at then 1 else r.taken + 1 end,
        ends_at = greatest(r.ends_at, excluded.ends_at)
      where r.ends_at < excluded.ends_at or r.taken < ?
      """;

  private static final String H2 =
      """
      merge into {adk_rate} r using (select cast(? as varchar) as tenant, cast(? as varchar) as subject,
        cast(? as varchar) as limit_name, cast(? as bigint) as ends_at) s
      on r.tenant = s.tenant and r.subject = s.subject and r.limit_name = s.limit_name
      when matched and (r.ends_at < s.ends_at or r.taken < ?) then update set
        taken = case when r.ends_at < s.ends_at then 1 else r.taken + 1 end,
        ends_at = greatest(r.ends_at, s.ends_at)
      when not matched then insert (tenant, subject, limit_name, ends_at, taken)
        values (s.tenant, s.subject, s.limit_name, s.ends_at, 1)
      """;

  private final StorageConnections connections;
  private final InstantSource clock;
  private final StorageSql sql;

  private JdbcRateCounter(StorageConnections connections, InstantSource clock) {
    this.connections = connections;
    this.clock = clock;
    this.sql = new StorageSql(connections::table, connections.isPostgres());
  }

  /**
   * Returns a counter. Opens a connection to detect the database. The tables must exist: see {@link
   * dev.adk4j.jdbc.AdkSchema}.
   *
   * @param clock clock of this node; the clocks of all nodes must agree to about a second
   */
  public static JdbcRateCounter of(
      DataSource dataSource, JdbcStorageOptions options, InstantSource clock) {
    return new JdbcRateCounter(StorageConnections.of(dataSource, options), clock);
  }

  @Override
  public Optional<Duration> take(Rate rate) {
    long now = clock.millis();
    long end = rate.endOfPeriod(now);
    String take = sql.isPostgres() ? POSTGRES : H2;
    String tenant = StorageConnections.key(rate.tenant(), "$.tenant");
    String subject =
        rate.subject().isEmpty() ? "" : StorageConnections.key(rate.subject(), "$.subject");
    int counted =
        connections.single(
            "counting a subject's requests",
            tenant,
            c -> sql.on(c).update(take, tenant, subject, rate.limit().wire(), end, rate.most()));
    return counted == 1 ? Optional.empty() : Optional.of(Duration.ofMillis(end - now));
  }
}

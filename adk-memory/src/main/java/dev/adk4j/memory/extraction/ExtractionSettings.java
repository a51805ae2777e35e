package dev.adk4j.memory.extraction;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.journal.BackOff;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How extraction works. Immutable.
 *
 * @param concurrency how many conversations are saved into one store at the same time
 * @param timeout how long one save may take, its extractor included
 * @param backOff when requests are turned down
 * @param capture how messages get into the journal
 * @param sweepInterval how often what was left behind is looked for
 * @param turnTimeout how long a turn may stay open before it counts as ended
 * @param retryInterval how long after a failed save it is asked for again; zero for never
 * @param idleFlushAfter how long after its last turn a conversation is saved although no trigger
 *     fired; zero for never
 * @param maxBatchMessages how many messages are handed over at once at most, 50 unless told
 *     otherwise; fewer where more were refused, down to one; 0 for all there are
 * @param stageFacts whether extracted facts are kept until the store has them, so that a try after
 *     a failure writes only what is missing and does not extract again
 * @param leaseLife how long a process that died keeps others from a conversation
 * @param orphanRetention how long the state of stores that are gone is kept
 * @param maxAge how long messages wait for stores that do not take them; null for ever
 */
public record ExtractionSettings(
    int concurrency,
    Duration timeout,
    BackOff backOff,
    CaptureMode capture,
    Duration sweepInterval,
    Duration turnTimeout,
    Duration retryInterval,
    Duration idleFlushAfter,
    int maxBatchMessages,
    boolean stageFacts,
    Duration leaseLife,
    Duration orphanRetention,
    @Nullable Duration maxAge) {

  /** What is right for most. */
  public static final ExtractionSettings DEFAULT = builder().build();

  public ExtractionSettings {
    Violations violations =
        new Violations()
            .check(concurrency >= 1, "$.concurrency", "range", "must be at least 1")
            .check(maxBatchMessages >= 0, "$.maxBatchMessages", "range", "must not be negative")
            .required(backOff, "$.backOff")
            .required(capture, "$.capture");
    positive(timeout, "$.timeout", violations);
    positive(sweepInterval, "$.sweepInterval", violations);
    positive(turnTimeout, "$.turnTimeout", violations);
    positive(leaseLife, "$.leaseLife", violations);
    positive(orphanRetention, "$.orphanRetention", violations);
    violations
        .check(!retryInterval.isNegative(), "$.retryInterval", "range", "must not be negative")
        .check(!idleFlushAfter.isNegative(), "$.idleFlushAfter", "range", "must not be negative");
    if (maxAge != null) {
      positive(maxAge, "$.maxAge", violations);
    }
    violations.throwIfAny(AdkErrorCode.E_INVALID_MEMORY_MANAGER_CONFIG);
  }

  private static void positive(Duration duration, String path, Violations violations) {
    violations.check(duration.isPositive(), path, "range", "must be longer than nothing");
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Not thread-safe. */
  public static final class Builder {

    private int concurrency = 4;
    private Duration timeout = Duration.ofMinutes(2);
    private BackOff backOff = BackOff.DEFAULT;
    private CaptureMode capture = CaptureMode.TRANSACTIONAL;
    private Duration sweepInterval = Duration.ofMinutes(1);
    private Duration turnTimeout = Duration.ofMinutes(15);
    private Duration retryInterval = Duration.ofMinutes(10);
    private Duration idleFlushAfter = Duration.ofMinutes(30);
    private int maxBatchMessages = 50;
    private boolean stageFacts;
    private Duration leaseLife = Duration.ofMinutes(5);
    private Duration orphanRetention = Duration.ofDays(30);
    private @Nullable Duration maxAge;

    private Builder() {}

    public Builder concurrency(int concurrency) {
      this.concurrency = concurrency;
      return this;
    }

    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    public Builder backOff(BackOff backOff) {
      this.backOff = backOff;
      return this;
    }

    public Builder capture(CaptureMode capture) {
      this.capture = capture;
      return this;
    }

    public Builder sweepInterval(Duration sweepInterval) {
      this.sweepInterval = sweepInterval;
      return this;
    }

    public Builder turnTimeout(Duration turnTimeout) {
      this.turnTimeout = turnTimeout;
      return this;
    }

    public Builder retryInterval(Duration retryInterval) {
      this.retryInterval = retryInterval;
      return this;
    }

    public Builder idleFlushAfter(Duration idleFlushAfter) {
      this.idleFlushAfter = idleFlushAfter;
      return this;
    }

    public Builder maxBatchMessages(int maxBatchMessages) {
      this.maxBatchMessages = maxBatchMessages;
      return this;
    }

    public Builder stageFacts(boolean stageFacts) {
      this.stageFacts = stageFacts;
      return this;
    }

    public Builder leaseLife(Duration leaseLife) {
      this.leaseLife = leaseLife;
      return this;
    }

    public Builder orphanRetention(Duration orphanRetention) {
      this.orphanRetention = orphanRetention;
      return this;
    }

    public Builder maxAge(@Nullable Duration maxAge) {
      this.maxAge = maxAge;
      return this;
    }

    /** {@code E_INVALID_MEMORY_MANAGER_CONFIG} naming everything that is wrong. */
    public ExtractionSettings build() {
      return new ExtractionSettings(
          concurrency,
          timeout,
          backOff,
          capture,
          sweepInterval,
          turnTimeout,
          retryInterval,
          idleFlushAfter,
          maxBatchMessages,
          stageFacts,
          leaseLife,
          orphanRetention,
          maxAge);
    }
  }
}

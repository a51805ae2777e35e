package dev.adk4j.memory.extraction;

import dev.adk4j.error.Violations;
import dev.adk4j.memory.MemoryErrorCode;
import dev.adk4j.memory.journal.ExtractionJournal.BackOff;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of extraction into all stores. Immutable.
 *
 * @param concurrency largest number of concurrent saves into one store; 4 by default
 * @param timeout time limit of one save, including its extractor; 2 minutes by default
 * @param backOff rule for rejecting requests while saves keep failing
 * @param capture transaction of the capture
 * @param sweepInterval time between two sweeps; 1 minute by default
 * @param turnTimeout time after which an open turn is treated as ended; 15 minutes by default
 * @param retryInterval time after which a failed save is requested again; 10 minutes by default,
 *     zero for never
 * @param idleFlushAfter time without turns after which a conversation is saved even if no trigger
 *     fired; 30 minutes by default, zero for never
 * @param maxBatchMessages largest number of messages in one delivery, reduced after failures; 50 by
 *     default, 0 for no limit
 * @param stageFacts true to keep extracted facts until the store has saved them, so a retry writes
 *     only the missing facts and does not extract again; false by default
 * @param leaseLife time for which a dead process blocks a conversation; 5 minutes by default
 * @param orphanRetention time for which the state of removed stores is kept; 30 days by default
 * @param maxAge age at which messages are dropped even if a store has not saved them; null for
 *     never
 * @since 0.1.0
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

  /** Default settings. */
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
    violations.throwIfAny(MemoryErrorCode.E_INVALID_MEMORY_MANAGER_CONFIG);
  }

  private static void positive(Duration duration, String path, Violations violations) {
    violations.check(duration.isPositive(), path, "range", "must be greater than zero");
  }

  /** Transaction in which a stored message is captured. */
  public enum CaptureMode {
    /**
     * The transaction that stores the message, if journal and storage share a unit of work: the
     * message is in both or in neither, and a failure of the journal fails the store operation.
     * Otherwise like {@link #BEST_EFFORT}.
     */
    TRANSACTIONAL,
    /**
     * After the message is stored. A failure of the journal is logged and counted; the conversation
     * continues, and the message is not extracted.
     */
    BEST_EFFORT
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Builds settings; the record documents each value. Not thread-safe. */
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

    /** Throws {@code E_INVALID_MEMORY_MANAGER_CONFIG} with all violations. */
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

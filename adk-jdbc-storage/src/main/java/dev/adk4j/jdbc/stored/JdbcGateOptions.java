package dev.adk4j.jdbc.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.time.Duration;

/**
 * Options of a gate store. Use the {@code with…} methods of {@link #DEFAULT} to change them.
 *
 * @param keepContent true if payloads, values, comments and validation errors are stored; otherwise
 *     only a decision's value is stored, until the waiter has received it
 * @param deadAfter time without a sign of life after which a process counts as dead and its gates
 *     as orphaned
 * @param pollInterval interval between two queries for decisions if the database does not notify
 * @param listen true if PostgreSQL notifies of decisions, over one connection that is held while a
 *     waiter exists
 * @since 0.1.0
 */
public record JdbcGateOptions(
    boolean keepContent, Duration deadAfter, Duration pollInterval, boolean listen) {

  /**
   * Default options: content is kept, a process is dead after 20 seconds, polling every 250 ms,
   * notifications on PostgreSQL.
   */
  public static final JdbcGateOptions DEFAULT =
      new JdbcGateOptions(true, Duration.ofSeconds(20), Duration.ofMillis(250), true);

  public JdbcGateOptions {
    new Violations()
        .check(deadAfter.toMillis() >= 1, "$.deadAfter", "range", "must be at least 1 ms")
        .check(
            pollInterval.toMillis() >= 1 && pollInterval.compareTo(Duration.ofSeconds(1)) <= 0,
            "$.pollInterval",
            "range",
            "must be from 1 ms to 1 s")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  public JdbcGateOptions withKeepContent(boolean keepContent) {
    return new JdbcGateOptions(keepContent, deadAfter, pollInterval, listen);
  }

  public JdbcGateOptions withDeadAfter(Duration deadAfter) {
    return new JdbcGateOptions(keepContent, deadAfter, pollInterval, listen);
  }

  public JdbcGateOptions withPollInterval(Duration pollInterval) {
    return new JdbcGateOptions(keepContent, deadAfter, pollInterval, listen);
  }

  public JdbcGateOptions withListen(boolean listen) {
    return new JdbcGateOptions(keepContent, deadAfter, pollInterval, listen);
  }
}

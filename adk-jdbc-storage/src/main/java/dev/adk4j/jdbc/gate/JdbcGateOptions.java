package dev.adk4j.jdbc.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import java.time.Duration;

/**
 * How gates are kept. Change one thing with the {@code with…} methods of {@link #DEFAULT}.
 *
 * @param keepContent whether payloads, values, comments and what was wrong with values stay in the
 *     tables; without, a value is there from the decision until the waiter has it, and nothing else
 *     ever is
 * @param deadAfter after how long a silence a process counts as dead and its gates as orphaned
 * @param pollInterval how often decisions are looked for where the database does not tell of them
 * @param listen whether PostgreSQL tells of decisions, over one connection that is held while
 *     somebody waits
 */
public record JdbcGateOptions(
    boolean keepContent, Duration deadAfter, Duration pollInterval, boolean listen) {

  /** Content kept, dead after 20 seconds, polled each 250 ms, listening on PostgreSQL. */
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

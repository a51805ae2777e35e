package dev.adk4j.test;

import dev.adk4j.client.WaitingGate;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** Assertions on a {@link WaitingGate}. */
public final class WaitingGateAssert extends AbstractAssert<WaitingGateAssert, WaitingGate> {

  WaitingGateAssert(@Nullable WaitingGate actual) {
    super(actual, WaitingGateAssert.class);
  }

  /** Requires that the call would run with this argument; the value is compared as JSON. */
  public WaitingGateAssert with(String argument, @Nullable Object expected) {
    isNotNull();
    ToolCallAssert.checkArgument(actual.args(), argument, expected, actual);
    return this;
  }

  /** Requires the gate's reason, such as {@code tool_approval:ROLE_FINANCE}. */
  public WaitingGateAssert hasReason(String expected) {
    isNotNull();
    Assertions.assertThat(actual.reason()).as("reason of %s", actual).isEqualTo(expected);
    return this;
  }
}

package dev.adk4j.test;

import dev.adk4j.error.ErrorCode;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.TurnEvent;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on the events of an {@link EventRecorder}.
 *
 * @since 0.1.0
 */
public final class EventRecorderAssert extends AbstractAssert<EventRecorderAssert, EventRecorder> {

  EventRecorderAssert(@Nullable EventRecorder actual) {
    super(actual, EventRecorderAssert.class);
  }

  /** Requires exactly these events, in this order. */
  public EventRecorderAssert hasLines(String... expected) {
    isNotNull();
    Assertions.assertThat(actual.lines()).containsExactly(expected);
    return this;
  }

  /** Requires these events in this order, with any others between them. */
  public EventRecorderAssert hasLinesInOrder(String... expected) {
    isNotNull();
    Assertions.assertThat(actual.lines()).containsSubsequence(expected);
    return this;
  }

  /** Requires exactly these events among those with the names, in this order. */
  public EventRecorderAssert hasLinesOf(Set<String> names, String... expected) {
    isNotNull();
    List<String> lines =
        actual.lines().stream()
            .filter(line -> names.contains(line.replaceFirst("\\(.*", "")))
            .toList();
    Assertions.assertThat(lines).containsExactly(expected);
    return this;
  }

  public EventRecorderAssert hasNoErrors() {
    isNotNull();
    Assertions.assertThat(actual.events(TurnEvent.ERROR)).as("error events").isEmpty();
    return this;
  }

  /** Requires exactly these errors, in this order. */
  public EventRecorderAssert hasErrors(ErrorCode... expected) {
    isNotNull();
    Assertions.assertThat(actual.events(TurnEvent.ERROR).stream().map(e -> e.error().errorCode()))
        .as("error events")
        .containsExactly(expected);
    return this;
  }

  /** Requires at least one dispatch, and this end status for all dispatches. */
  public EventRecorderAssert dispatchEndedWith(DispatchStatus expected) {
    isNotNull();
    Assertions.assertThat(actual.events(TurnEvent.DISPATCH_END))
        .extracting(DispatchEnd::status)
        .isNotEmpty()
        .containsOnly(expected);
    return this;
  }

  /** Requires exactly these texts of completed messages, in this order. */
  public EventRecorderAssert said(String... expected) {
    isNotNull();
    Assertions.assertThat(actual.completedMessages()).containsExactly(expected);
    return this;
  }

  /**
   * Requires that every turn's events are nested correctly: {@code turnStart} first, {@code
   * turnEnd} last, and the dispatch between them.
   */
  public EventRecorderAssert isWellFormed() {
    isNotNull();
    for (String turnId : actual.turnIds()) {
      EventOrder.check(actual.lines(turnId));
    }
    return this;
  }
}

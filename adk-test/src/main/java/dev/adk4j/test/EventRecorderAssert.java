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

/** Assertions about what an {@link EventRecorder} heard. */
public final class EventRecorderAssert extends AbstractAssert<EventRecorderAssert, EventRecorder> {

  EventRecorderAssert(@Nullable EventRecorder actual) {
    super(actual, EventRecorderAssert.class);
  }

  /** That there were exactly these events, in this order. */
  public EventRecorderAssert hasLines(String... expected) {
    isNotNull();
    Assertions.assertThat(actual.lines()).containsExactly(expected);
    return this;
  }

  /** That these events were there in this order, with any others between them. */
  public EventRecorderAssert hasLinesInOrder(String... expected) {
    isNotNull();
    Assertions.assertThat(actual.lines()).containsSubsequence(expected);
    return this;
  }

  /** That, of the named events alone, there were exactly these, in this order. */
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

  /** That there were exactly these errors, in this order. */
  public EventRecorderAssert hasErrors(ErrorCode... expected) {
    isNotNull();
    Assertions.assertThat(actual.events(TurnEvent.ERROR).stream().map(e -> e.error().errorCode()))
        .as("error events")
        .containsExactly(expected);
    return this;
  }

  /** That every dispatch ended so, and that there was one. */
  public EventRecorderAssert dispatchEndedWith(DispatchStatus expected) {
    isNotNull();
    Assertions.assertThat(actual.events(TurnEvent.DISPATCH_END))
        .extracting(DispatchEnd::status)
        .isNotEmpty()
        .containsOnly(expected);
    return this;
  }

  /** That these messages were completed, in this order, with these texts. */
  public EventRecorderAssert said(String... expected) {
    isNotNull();
    Assertions.assertThat(actual.completedMessages()).containsExactly(expected);
    return this;
  }

  /**
   * That every turn's events are in brackets: {@code turnStart} first, {@code turnEnd} last, and
   * the dispatch between.
   */
  public EventRecorderAssert isWellFormed() {
    isNotNull();
    for (String turnId : actual.turnIds()) {
      EventOrder.check(actual.lines(turnId));
    }
    return this;
  }
}

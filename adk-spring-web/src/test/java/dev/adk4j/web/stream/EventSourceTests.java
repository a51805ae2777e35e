package dev.adk4j.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.stream.EventSource.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A thread that reads a turn until it wants no more. */
class EventSourceTests {

  private static final StreamEvent EVENT = new StreamEvent(5, "message", "{}", null);

  private final List<Long> asked = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private final List<StreamEvent> read = new ArrayList<>();

  private void read(Duration atMost, Reading... readings) throws InterruptedException {
    Iterator<Reading> next = List.of(readings).iterator();
    EventSource source =
        (after, wait) -> {
          asked.add(after);
          waits.add(wait);
          return next.next();
        };
    source.read("t1", 0, atMost, read::add);
  }

  private static Reading events(boolean end, StreamEvent... events) {
    return new Reading.Events(List.of(events), end);
  }

  @Test
  void looksAgainWhileATurnIsSilentAndTellsThatItWasErased() {
    assertThatThrownBy(
            () -> read(Duration.ofDays(1), events(false), events(false), new Reading.Erased()))
        .satisfies(
            e -> assertThat(AdkException.is(e, WebErrorCode.E_STREAM_TURN_UNKNOWN)).isTrue());
    assertThat(waits).hasSize(3).containsOnly(EventSource.LOOK);
  }

  @Test
  void leavesOutWhatIsNoLongerHeld() throws Exception {
    read(Duration.ofDays(1), new Reading.Gone(5), events(true, EVENT));

    assertThat(asked).containsExactly(0L, 4L);
    assertThat(read).containsExactly(EVENT);
  }

  @Test
  void waitsForNothingIfItHasNoTime() throws Exception {
    read(Duration.ZERO, events(false, EVENT), events(false));

    assertThat(asked).containsExactly(0L, 5L);
    assertThat(waits).containsOnly(Duration.ZERO);
  }
}

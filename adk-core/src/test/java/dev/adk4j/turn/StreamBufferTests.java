package dev.adk4j.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.harness.AtOnce;
import dev.adk4j.loop.DispatchContext;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamBufferTests {

  @Test
  void aStreamCostsMemoryLinearInItsLength() {
    allocatedBy(1_000); // loads the classes
    long small = allocatedBy(10_000);
    long large = allocatedBy(100_000);

    assertThat((double) large / small).isLessThan(13);
  }

  /**
   * How many bytes a stream of that many deltas allocates while a listener reads deltas and, at the
   * end, the text.
   */
  private static long allocatedBy(int deltas) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    InstantSource clock = InstantSource.fixed(Instant.EPOCH);
    StreamState stream = new StreamState(DispatchContext.OutputFilter.Kind.MESSAGE, "m", 0);
    List<String> full = new ArrayList<>();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 1; i <= deltas; i++) {
      stream.report(
          "t",
          "tok ",
          i == deltas,
          null,
          clock,
          content -> {
            if (content.isComplete()) {
              full.add(content.full());
              full.add(content.full());
            }
          });
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(full.getFirst()).hasSize(4 * deltas);
    assertThat(full.get(1)).isSameAs(full.get(0));
    return allocated;
  }

  @Test
  void everyStepKeepsItsOwnTextForLateReaders() {
    StreamState stream = new StreamState(DispatchContext.OutputFilter.Kind.MESSAGE, "m", 0);
    List<TurnStreamableContent> steps = new ArrayList<>();
    for (String delta : List.of("a", "", "bc", "😀")) {
      stream.report("t", delta, false, null, InstantSource.system(), steps::add);
    }
    assertThat(steps)
        .extracting(TurnStreamableContent::full)
        .containsExactly("a", "a", "abc", "abc😀");
    assertThat(steps.getFirst().full()).isEqualTo("a");
  }

  @Test
  void concurrentReportsAreEmittedInTheOrderOfTheText() throws Exception {
    StreamState stream = new StreamState(DispatchContext.OutputFilter.Kind.MESSAGE, "m", 0);
    StringBuffer emitted = new StringBuffer();
    List<String> fulls = new ArrayList<>();
    AtOnce.run(
        8,
        t ->
            () -> {
              for (int i = 0; i < 500; i++) {
                stream.report(
                    "t",
                    String.valueOf((char) ('a' + t)),
                    false,
                    null,
                    InstantSource.system(),
                    content -> {
                      emitted.append(content.aDelta());
                      fulls.add(content.full());
                    });
              }
            });
    String text = emitted.toString();
    assertThat(text).hasSize(4000);
    assertThat(fulls).hasSize(4000);
    for (int i = 0; i < fulls.size(); i++) {
      assertThat(fulls.get(i)).hasSize(i + 1);
      assertThat(text.startsWith(fulls.get(i))).isTrue();
    }
  }
}

package dev.adk4j.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.adk4j.event.EventListener;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.harness.AtOnce;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.storage.NoopStorageAdapter;
import java.lang.management.ManagementFactory;
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
    List<String> full = new ArrayList<>();
    StreamState stream =
        stream(
            content -> {
              if (content.isComplete()) {
                full.add(content.full());
                full.add(content.full());
              }
            });
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 1; i <= deltas; i++) {
      stream.report("tok ", i == deltas);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(full.getFirst()).hasSize(4 * deltas);
    assertThat(full.get(1)).isSameAs(full.get(0));
    return allocated;
  }

  private static StreamState stream(EventListener<TurnStreamableContent> listener) {
    RawDispatchContext raw =
        RawDispatchContext.builder()
            .systemPrompt("")
            .storage(new NoopStorageAdapter())
            .hook(TurnEvent.MESSAGE, listener)
            .build();
    DefaultDispatchContext ctx = (DefaultDispatchContext) DispatchRunner.contextOf(raw);
    return new StreamState(ctx, DispatchContext.OutputFilter.Kind.MESSAGE, "m");
  }

  @Test
  void everyStepKeepsItsOwnTextForLateReaders() {
    List<TurnStreamableContent> steps = new ArrayList<>();
    StreamState stream = stream(steps::add);
    for (String delta : List.of("a", "", "bc", "😀")) {
      stream.report(delta, false);
    }
    assertThat(steps)
        .extracting(TurnStreamableContent::full)
        .containsExactly("a", "a", "abc", "abc😀");
    assertThat(steps.getFirst().full()).isEqualTo("a");
  }

  @Test
  void concurrentReportsAreEmittedInTheOrderOfTheText() throws Exception {
    StringBuffer emitted = new StringBuffer();
    List<String> fulls = new ArrayList<>();
    StreamState stream =
        stream(
            content -> {
              emitted.append(content.aDelta());
              fulls.add(content.full());
            });
    AtOnce.run(
        8,
        t ->
            () -> {
              for (int i = 0; i < 500; i++) {
                stream.report(String.valueOf((char) ('a' + t)), false);
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

package dev.adk4j.benchmarks.inprocess;

import com.sun.management.ThreadMXBean;
import dev.adk4j.benchmarks.Texts;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A turn with a model that answers at once. Conversations are made anew for each invocation, so
 * that no history grows by more than a tenth while it is measured (by two messages where it has
 * ten).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TurnOverhead {

  static final int BATCH = 100;

  /** The property that says how many milliseconds an arm may warm up at most before JMH does. */
  static final String WARM_UP = "adk.benchmarks.warmUp";

  /** Of compiling, in a second: less counts as nothing. */
  private static final int QUIET_MILLIS = 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Param("ADK")
  public ModelArms arm = ModelArms.ADK;

  @Param("10")
  public int history;

  private final Texts texts = new Texts();
  private final String[] turns = new String[BATCH];
  private String[] conversations = {};
  private long before;
  private ModelArm model = new AdkModelArm(texts);
  private @Nullable Object last;

  /** JMH sums what the iterations counted. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Allocation {

    public long bytes;
    public long batches;
  }

  @Setup(Level.Trial)
  public void create() throws Exception {
    model = arm.create(texts);
    int turnsEach = Math.max(1, history / 20);
    conversations = new String[(BATCH + turnsEach - 1) / turnsEach];
    for (int i = 0; i < conversations.length; i++) {
      conversations[i] = "conversation-" + i;
    }
    for (int i = 0; i < BATCH; i++) {
      turns[i] = conversations[i % conversations.length];
    }
    warmUp();
  }

  /**
   * Until the compiler has next to nothing left to do: the more code a turn touches, and the busier
   * the machine, the longer that takes.
   */
  private void warmUp() throws Exception {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.getLong(WARM_UP, 0));
    long compiled = 0;
    long look = 0;
    while (System.nanoTime() < end) {
      if (System.nanoTime() > look) {
        long now = compiler.getTotalCompilationTime();
        if (look > 0 && now - compiled < QUIET_MILLIS) {
          return;
        }
        compiled = now;
        look = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
      }
      model.fresh(conversations, history);
      for (String conversation : turns) {
        last = model.turn(conversation, texts.next());
      }
    }
  }

  @Setup(Level.Invocation)
  public void fill() throws Exception {
    model.fresh(conversations, history);
    before = THREADS.getTotalThreadAllocatedBytes();
  }

  @TearDown(Level.Invocation)
  public void weigh(Allocation allocation) {
    allocation.bytes += THREADS.getTotalThreadAllocatedBytes() - before;
    allocation.batches++;
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void turns(Blackhole out) throws Exception {
    for (String conversation : turns) {
      out.consume(model.turn(conversation, texts.next()));
    }
  }
}

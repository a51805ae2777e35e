package dev.adk4j.benchmarks.inprocess;

import dev.adk4j.benchmarks.Texts;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A turn whose answer comes in many small deltas, with one listener that adds up their lengths. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Streaming {

  private static final String[] CONVERSATION = {"conversation"};

  @Param("ADK")
  public ModelArms arm = ModelArms.ADK;

  @Param("20000")
  public int deltas;

  private final Texts texts = new Texts();
  private ModelArm model = new AdkModelArm(texts);

  @Setup(Level.Trial)
  public void create() {
    model = arm.create(texts);
  }

  @Setup(Level.Invocation)
  public void clear() throws Exception {
    model.fresh(CONVERSATION, 0);
  }

  @Benchmark
  public int stream() throws Exception {
    int characters = model.stream(CONVERSATION[0], deltas);
    if (characters != 5 * deltas) {
      throw new IllegalStateException(characters + " characters came of " + deltas + " deltas");
    }
    return characters;
  }
}

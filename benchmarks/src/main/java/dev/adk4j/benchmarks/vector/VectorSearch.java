package dev.adk4j.benchmarks.vector;

import java.util.List;
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

/** The ten nearest of many vectors with 384 dimensions, in memory. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class VectorSearch {

  private static final int QUERIES = 16;

  @Param("ADK")
  public SearchArms arm = SearchArms.ADK;

  @Param("10000")
  public int vectors;

  private SearchArms.SearchArm search = query -> List.of();
  private int next;

  @Setup(Level.Trial)
  public void fill() {
    search = arm.create(vectors);
  }

  @Benchmark
  public List<String> search() {
    return search.search(next++ % QUERIES);
  }
}

package dev.adk4j.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InMemorySearchTests {

  private static final int ROWS = 10_000;
  private static final int DIMENSIONS = 384;

  private final Random random = new Random(7);

  private float[] random(int dimensions) {
    float[] vector = new float[dimensions];
    for (int i = 0; i < dimensions; i++) {
      vector[i] = (float) random.nextGaussian();
    }
    return vector;
  }

  private List<VectorRecord> records(int rows, int dimensions) {
    List<VectorRecord> records = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      records.add(
          VectorRecord.builder("r" + i).vector(random(dimensions)).metadata("n", i % 10).build());
    }
    return records;
  }

  private static List<String> ids(List<VectorMatch> matches) {
    return matches.stream().map(m -> m.id().orElseThrow()).toList();
  }

  /** The obvious way: score all, sort all. */
  @Test
  void returnsTheBestRowsOfAFullSort() {
    for (DistanceMetric metric : DistanceMetric.values()) {
      VectorDb db = VectorDb.of(new InMemoryVectorBackend(metric));
      List<VectorRecord> records = records(500, 7);
      // Ties: every tenth is a copy of the one before.
      for (int i = 10; i < records.size(); i += 10) {
        records.set(i, VectorRecord.ofVector("r" + i, records.get(i - 1).vector().orElseThrow()));
      }
      db.collection("c").upsert(records);
      for (int round = 0; round < 20; round++) {
        float[] query = random(7);
        List<VectorRecord> sorted = new ArrayList<>(records);
        sorted.sort(
            Comparator.comparingDouble(r -> -similarity(metric, query, r.vector().orElseThrow())));
        int offset = round * 3;
        List<VectorMatch> found =
            db.collection("c")
                .nearVector(query)
                .select("id")
                .limit(17 + round)
                .offset(offset)
                .fetch();
        assertThat(ids(found))
            .isEqualTo(
                sorted.subList(offset, offset + 17 + round).stream()
                    .map(VectorRecord::id)
                    .toList());
        assertThat(found.getFirst().score().orElseThrow())
            .isCloseTo(
                metric.scoreOfSimilarity(
                    similarity(metric, query, sorted.get(offset).vector().orElseThrow())),
                within(1e-9));
      }
    }
  }

  /** The sums in the order the store adds them, so that ties are ties here too. */
  private static double similarity(DistanceMetric metric, float[] a, float[] b) {
    double dot = VectorMath.dot(VectorMath.widen(a), b);
    return switch (metric) {
      case COSINE -> dot / (VectorMath.norm(a) * VectorMath.norm(b));
      case DOT -> dot;
      case EUCLIDEAN -> -Math.sqrt(VectorMath.squaredDistance(VectorMath.widen(a), b));
    };
  }

  @Test
  void computesSumsForEveryLength() {
    for (int length = 1; length < 20; length++) {
      float[] a = random(length);
      float[] b = random(length);
      double dot = 0;
      double squares = 0;
      for (int i = 0; i < length; i++) {
        dot += (double) a[i] * b[i];
        squares += Math.pow((double) a[i] - b[i], 2);
      }
      assertThat(VectorMath.dot(VectorMath.widen(a), b)).isCloseTo(dot, within(1e-9));
      assertThat(VectorMath.squaredDistance(VectorMath.widen(a), b))
          .isCloseTo(squares, within(1e-9));
    }
  }

  /** Allocates for the answer, not for the rows: ten times the rows, the same memory. */
  @Test
  void allocatesNothingForAComparedRow() {
    long small = allocatedBySearch(ROWS / 10);
    long large = allocatedBySearch(ROWS);
    assertThat(large - small).isLessThan(ROWS / 10);
  }

  private long allocatedBySearch(int rows) {
    VectorDb db = VectorDb.of(new InMemoryVectorBackend());
    db.collection("c").upsert(records(rows, 16));
    float[] query = random(16);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 30; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      db.collection("c").nearVector(query).where("n", "gte", 3).select("id").fetch();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }

  /** Prints the time; asserts only what a busy machine can keep too. */
  @Test
  void searchesTenThousandVectorsInMilliseconds() {
    VectorDb db = VectorDb.of(new InMemoryVectorBackend());
    db.collection("c").upsert(records(ROWS, DIMENSIONS));
    float[] query = random(DIMENSIONS);
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 60; i++) {
      long start = System.nanoTime();
      db.collection("c").nearVector(query).select("id").fetch();
      best = Math.min(best, System.nanoTime() - start);
    }
    System.out.printf("in-memory search, 10,000 x 384: best %.2f ms%n", best / 1e6);
    assertThat(best).isLessThan(100_000_000);
  }
}

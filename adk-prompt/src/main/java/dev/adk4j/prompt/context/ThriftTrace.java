package dev.adk4j.prompt.context;

import java.util.List;
import java.util.Optional;

/**
 * What was shed and what is left, in tokens; never content.
 *
 * @param window the context window
 * @param reserve what is kept free for the answer
 * @param budget what the prompt may take
 * @param buckets one for each step, in order
 */
public record ThriftTrace(
    long window,
    long reserve,
    long budget,
    long totalBefore,
    long totalAfter,
    List<Bucket> buckets) {

  public ThriftTrace {
    buckets = List.copyOf(buckets);
  }

  public boolean fits() {
    return totalAfter <= budget;
  }

  /** Whether the prompt is too large although everything was shed that may be. */
  public boolean refused() {
    return !fits();
  }

  public Optional<Bucket> bucket(String name) {
    return buckets.stream().filter(bucket -> bucket.name().equals(name)).findFirst();
  }

  /** One kind of content. */
  public record Bucket(
      String name,
      long tokensBefore,
      long tokensAfter,
      int countBefore,
      int countAfter,
      String note,
      List<String> shedIds) {

    public Bucket {
      shedIds = List.copyOf(shedIds);
    }
  }
}

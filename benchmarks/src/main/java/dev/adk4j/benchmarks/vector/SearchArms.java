package dev.adk4j.benchmarks.vector;

import java.util.function.IntFunction;

/** The searches in memory. */
public enum SearchArms {
  ADK("ADK for Java, in memory", AdkSearch::new),
  SIMPLE("Spring AI SimpleVectorStore", SimpleSearch::new);

  private final String label;
  private final IntFunction<SearchArm> arm;

  SearchArms(String label, IntFunction<SearchArm> arm) {
    this.label = label;
    this.arm = arm;
  }

  String label() {
    return label;
  }

  /** Holding that many vectors. */
  SearchArm create(int vectors) {
    return arm.apply(vectors);
  }

  /** A collection that can be searched. */
  interface SearchArm {

    int TOP = 10;

    /** The ids of the nearest ten, nearest first. */
    java.util.List<String> search(int query);
  }
}

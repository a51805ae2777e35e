package dev.adk4j.benchmarks.report;

/** A picture beside the page. */
public interface Chart {

  /** The name of its file, ending in {@code .svg}. */
  String file();

  String title();

  String svg();
}

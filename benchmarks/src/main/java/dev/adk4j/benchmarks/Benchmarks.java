package dev.adk4j.benchmarks;

/** The one command: runs all benchmarks, or those that are named, and writes the page. */
public final class Benchmarks {

  private Benchmarks() {}

  /**
   * {@code [--quick | --long | --tiny] [--only B1,B3] [--out folder]}; without arguments all of
   * them, into {@code docs/benchmarks}.
   */
  public static void main(String[] args) throws Exception {
    Options options = Options.parse(args);
    new Run(options).all();
  }
}

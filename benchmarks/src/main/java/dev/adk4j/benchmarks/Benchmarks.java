package dev.adk4j.benchmarks;

/** The one command: runs all benchmarks, or those that are named, and writes the page. */
public final class Benchmarks {

  private Benchmarks() {}

  /**
   * {@code [--quick | --long | --tiny] [--only B1,B3] [--out folder]}; without arguments all of
   * them, into {@code docs/benchmarks}. {@code --against folder [--rounds 7]} compares B1, B3 and
   * B4 of this build with those of another checkout that is built, and prints the table.
   */
  public static void main(String[] args) throws Exception {
    Options options = Options.parse(args);
    if (options.against() == null) {
      new Run(options).all();
    } else {
      System.out.println(
          new Comparison(options.against(), options.rounds()).run(options).markdown(""));
    }
  }
}

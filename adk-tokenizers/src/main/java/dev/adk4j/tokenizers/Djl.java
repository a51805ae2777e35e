package dev.adk4j.tokenizers;

/** Prevents the tokenizer library from accessing the network. */
final class Djl {

  private static final String OPT_OUT = "OPT_OUT_TRACKING";

  private Djl() {}

  /**
   * Disables the library's usage report, which it sends from cloud machines when a tokenizer is
   * created, unless the application has configured it.
   */
  static void stayLocal() {
    if (System.getenv(OPT_OUT) == null && System.getProperty(OPT_OUT) == null) {
      System.setProperty(OPT_OUT, "true");
    }
  }
}

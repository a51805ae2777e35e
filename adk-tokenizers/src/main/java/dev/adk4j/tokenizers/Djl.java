package dev.adk4j.tokenizers;

/** Keeps the tokenizer library from talking to the network. */
final class Djl {

  private static final String OPT_OUT = "OPT_OUT_TRACKING";

  private Djl() {}

  /**
   * On a cloud machine the library reports its use when a tokenizer is made; whoever wants that
   * says so.
   */
  static void stayLocal() {
    if (System.getenv(OPT_OUT) == null && System.getProperty(OPT_OUT) == null) {
      System.setProperty(OPT_OUT, "true");
    }
  }
}

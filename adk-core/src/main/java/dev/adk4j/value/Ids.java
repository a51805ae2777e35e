package dev.adk4j.value;

import com.github.f4b6a3.uuid.factory.standard.TimeOrderedFactory;

/** Ids that sort by the time they were made. Thread-safe. */
public final class Ids {

  /** The library's facade would load the factories of all other versions as well. */
  private static final TimeOrderedFactory FACTORY = new TimeOrderedFactory();

  private Ids() {}

  /** Returns a fresh UUID version 6 (RFC 9562), lower case. */
  public static String next() {
    return FACTORY.create().toString();
  }
}

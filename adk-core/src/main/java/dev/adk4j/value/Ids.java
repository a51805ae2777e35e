package dev.adk4j.value;

import com.github.f4b6a3.uuid.UuidCreator;

/** Ids that sort by the time they were made. Thread-safe. */
public final class Ids {

  private Ids() {}

  /** A fresh UUID version 6 (RFC 9562), lower case. */
  public static String next() {
    return UuidCreator.getTimeOrdered().toString();
  }
}

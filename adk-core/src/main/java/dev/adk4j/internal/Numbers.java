package dev.adk4j.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Distinguishes Java's own number types from others. */
public final class Numbers {

  private Numbers() {}

  /** Returns true for a number of one of Java's immutable types that JSON can represent. */
  public static boolean isPlain(@Nullable Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Double
        || value instanceof Float
        || value instanceof Short
        || value instanceof Byte
        || value instanceof BigInteger
        || value instanceof BigDecimal;
  }
}

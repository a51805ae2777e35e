package dev.adk4j.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;

/**
 * Names one exact tool call: SHA-256 over its name and arguments, numbers with all their digits.
 * The order of keys makes no difference, and neither does the way a number is written: 1, 1.0 and
 * 1e0 are the same. What was decided on a call is bound to its digest; a {@link Checksum} rounds
 * numbers and is for counting. Thread-safe.
 */
public final class CallDigest {

  private CallDigest() {}

  /** 64 lower-case hex digits; never the call's checksum. */
  public static String of(String tool, JsonNode args) {
    StringBuilder text = new StringBuilder(256).append("exact{\"args\":");
    CanonicalJson.write(args, text, CallDigest::number);
    text.append(",\"tool\":");
    CanonicalJson.text(tool, text);
    return Checksum.sha256(text.append('}').toString());
  }

  public static String of(String tool, JsonValue args) {
    return of(tool, args.raw());
  }

  private static void number(Number number, StringBuilder out) {
    switch (number) {
      case Double d when !Double.isFinite(d) -> out.append("null");
      case Float f when !Float.isFinite(f) -> out.append("null");
      // Never the plain form, in which an exponent of nine digits is a gigabyte.
      default -> out.append(exact(number).stripTrailingZeros());
    }
  }

  private static BigDecimal exact(Number number) {
    return switch (number) {
      case BigDecimal decimal -> decimal;
      case BigInteger integer -> new BigDecimal(integer);
      // Doubles and floats by their shortest text, as they are written.
      default -> new BigDecimal(number.toString());
    };
  }
}

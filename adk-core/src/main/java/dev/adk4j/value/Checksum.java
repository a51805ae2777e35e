package dev.adk4j.value;

import dev.adk4j.internal.Sha256;
import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;

/**
 * Identifies a tool call by its name and arguments: SHA-256 over the canonical JSON of its name and
 * arguments. Serves as the call id of execution events, as {@code ToolCall.checksum}, and for
 * finding calls that repeat. Numbers count as their nearest double, so different calls may have the
 * same checksum: a decision is bound to {@link #exact}. Thread-safe.
 *
 * @since 0.1.0
 */
public final class Checksum {

  private Checksum() {}

  /** 64 lower-case hex digits. */
  public static String of(String tool, JsonNode args) {
    // The canonical form of {"tool": …, "args": …}, whose keys sort this way round.
    StringBuilder text = new StringBuilder(256).append("{\"args\":");
    CanonicalJson.write(args, text);
    text.append(",\"tool\":");
    CanonicalJson.text(tool, text);
    return Sha256.hex(text.append('}').toString());
  }

  public static String of(String tool, JsonValue args) {
    return of(tool, args.raw());
  }

  /**
   * Returns the digest of exactly this call: SHA-256 over its name and arguments, numbers with all
   * their digits. The order of keys makes no difference, and neither does the way a number is
   * written: 1, 1.0 and 1e0 are the same. A decision on a call is bound to it. 64 lower-case hex
   * digits; never equal to the call's checksum.
   */
  public static String exact(String tool, JsonNode args) {
    StringBuilder text = new StringBuilder(256).append("exact{\"args\":");
    CanonicalJson.write(args, text, Checksum::number);
    text.append(",\"tool\":");
    CanonicalJson.text(tool, text);
    return Sha256.hex(text.append('}').toString());
  }

  /** Returns the same for a JSON value. */
  public static String exact(String tool, JsonValue args) {
    return exact(tool, args.raw());
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

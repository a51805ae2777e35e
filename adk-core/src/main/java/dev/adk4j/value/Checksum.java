package dev.adk4j.value;

import dev.adk4j.internal.Sha256;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/**
 * Identifies a tool call: SHA-256 over the canonical JSON of its name and arguments. Serves as the
 * call id of execution events, as {@code ToolCall.checksum}, and to find repeated calls. Numbers
 * are rounded to the nearest double, so different calls may have the same checksum: a decision is
 * bound to {@link #exact} instead. Thread-safe.
 *
 * @since 0.1.0
 */
public final class Checksum {

  private Checksum() {}

  /** Returns 64 lower-case hex digits. */
  public static String of(String tool, JsonNode args) {
    return digest("", tool, args, CanonicalJson::number);
  }

  public static String of(String tool, JsonValue args) {
    return of(tool, args.raw());
  }

  /**
   * Returns the digest of exactly this call: SHA-256 over its name and arguments, with all digits
   * of numbers. The order of keys and the notation of a number do not matter: 1, 1.0 and 1e0 are
   * the same. A decision on a call is bound to this digest. 64 lower-case hex digits; never equal
   * to the call's checksum.
   */
  public static String exact(String tool, JsonNode args) {
    return digest("exact", tool, args, Checksum::number);
  }

  /** Does the same for a JSON value. */
  public static String exact(String tool, JsonValue args) {
    return exact(tool, args.raw());
  }

  private static String digest(
      String prefix, String tool, JsonNode args, BiConsumer<Number, StringBuilder> numbers) {
    // The canonical form of {"tool": …, "args": …}, whose keys sort in this order.
    StringBuilder text = new StringBuilder(256).append(prefix).append("{\"args\":");
    CanonicalJson.write(args, text, numbers);
    text.append(",\"tool\":");
    CanonicalJson.text(tool, text);
    return Sha256.hex(text.append('}').toString());
  }

  private static void number(Number number, StringBuilder out) {
    switch (number) {
      case Double d when !Double.isFinite(d) -> out.append("null");
      case Float f when !Float.isFinite(f) -> out.append("null");
      // Never the plain form, in which an exponent of nine digits takes a gigabyte.
      default -> out.append(exact(number).stripTrailingZeros());
    }
  }

  private static BigDecimal exact(Number number) {
    return switch (number) {
      case BigDecimal decimal -> decimal;
      case BigInteger integer -> new BigDecimal(integer);
      // Writes doubles and floats as their shortest text, like JSON.
      default -> new BigDecimal(number.toString());
    };
  }
}

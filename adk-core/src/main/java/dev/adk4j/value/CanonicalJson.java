package dev.adk4j.value;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.internal.Surrogates;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/**
 * Writes equal JSON values as the same text: no blanks, keys in the order of their UTF-16 code
 * units, numbers as ECMAScript writes the nearest IEEE double. Same as RFC 8785, except that
 * unpaired surrogates are escaped instead of rejected.
 */
final class CanonicalJson {

  private static final long SAFE = 1L << 53;

  private CanonicalJson() {}

  /**
   * Returns the canonical text. Writes non-finite numbers as {@code null}; throws {@code
   * VALIDATION_EXCEPTION} beyond 400 levels.
   */
  static String of(JsonNode node) {
    StringBuilder out = new StringBuilder(128);
    write(node, out, CanonicalJson::number);
    return out.toString();
  }

  /** Does the same with that form of numbers. */
  static void write(JsonNode node, StringBuilder out, BiConsumer<Number, StringBuilder> numbers) {
    append(node, out, numbers, new CopyGuard(AdkErrorCode.VALIDATION_EXCEPTION));
  }

  private static void append(
      JsonNode node,
      StringBuilder out,
      BiConsumer<Number, StringBuilder> numbers,
      CopyGuard guard) {
    if (node.isString() || node.isBinary()) {
      text(node.asString(), out);
    } else if (node.isObject()) {
      guard.enter(node, node.size());
      object(node, out, numbers, guard);
      guard.leave();
    } else if (node.isArray()) {
      guard.enter(node, node.size());
      out.append('[');
      for (int i = 0; i < node.size(); i++) {
        if (i > 0) {
          out.append(',');
        }
        append(node.get(i), out, numbers, guard);
      }
      out.append(']');
      guard.leave();
    } else if (node.isNumber()) {
      numbers.accept(node.numberValue(), out);
    } else if (node.isBoolean()) {
      out.append(node.booleanValue());
    } else if (node.isNull()) {
      out.append("null");
    } else {
      throw guard.fail("type", "contains a value that is not JSON");
    }
  }

  private static void object(
      JsonNode node,
      StringBuilder out,
      BiConsumer<Number, StringBuilder> numbers,
      CopyGuard guard) {
    @SuppressWarnings({"unchecked", "rawtypes"})
    Map.Entry<String, JsonNode>[] members = node.properties().toArray(new Map.Entry[0]);
    // String order is the order of UTF-16 code units, not of code points, as required.
    Arrays.sort(members, Map.Entry.comparingByKey());
    out.append('{');
    for (int i = 0; i < members.length; i++) {
      if (i > 0) {
        out.append(',');
      }
      text(members[i].getKey(), out);
      out.append(':');
      append(members[i].getValue(), out, numbers, guard);
    }
    out.append('}');
  }

  static void number(Number number, StringBuilder out) {
    switch (number) {
      case Integer i -> out.append(i.intValue());
      case Long l when Math.abs(l) <= SAFE && l != Long.MIN_VALUE -> out.append(l.longValue());
      case Short s -> out.append(s.intValue());
      // Uses the double nearest to the decimal text, as if the text had been parsed.
      case Float f when Float.isFinite(f) ->
          EcmaNumbers.append(new BigDecimal(f.toString()).doubleValue(), out);
      default -> EcmaNumbers.append(number.doubleValue(), out);
    }
  }

  static void text(String text, StringBuilder out) {
    out.append('"');
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isSurrogate(c) && Surrogates.isPairAt(text, i)) {
        i++;
        continue;
      }
      out.append(text, from, i);
      escape(c, out);
      from = i + 1;
    }
    out.append(text, from, text.length()).append('"');
  }

  private static void escape(char c, StringBuilder out) {
    switch (c) {
      case '"', '\\' -> out.append('\\').append(c);
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> Surrogates.appendEscape(out, c);
    }
  }
}

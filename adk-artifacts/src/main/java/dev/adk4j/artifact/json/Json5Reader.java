package dev.adk4j.artifact.json;

import dev.adk4j.artifact.internal.Blanks;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads one JSON5 value by the published grammar, with limits on depth and on the digits of a
 * number.
 */
final class Json5Reader {

  private static final int MAX_DEPTH = 500;
  private static final int MAX_DIGITS = 1000;
  private static final long MAX_VALUES = Json.readLimits().getMaxTokenCount() / 2;
  private static final int END = -1;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final String text;
  private int at;
  private int depth;
  private long values;

  private Json5Reader(String text) {
    this.text = text;
  }

  /**
   * Reads the value; throws {@code E_ARTIFACT_CONTENT_INVALID} with line and column if the text is
   * not one JSON5 value.
   */
  static JsonNode read(String text) {
    Json5Reader reader = new Json5Reader(text);
    JsonNode value = reader.value();
    reader.skipBlanks();
    if (reader.peek() != END) {
      throw reader.fault("more follows after the value");
    }
    return value;
  }

  private JsonNode value() {
    skipBlanks();
    if (++values > MAX_VALUES) {
      throw new AdkException(
          AdkErrorCode.E_ARTIFACT_QUERY_LIMIT,
          "The text has more than " + MAX_VALUES + " values, which is too many for queries.");
    }
    return switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"', '\'' -> NODES.stringNode(string());
      case 't' -> word("true", NODES.booleanNode(true));
      case 'f' -> word("false", NODES.booleanNode(false));
      case 'n' -> word("null", NODES.nullNode());
      case END -> throw fault("a value is missing");
      default -> number();
    };
  }

  private ObjectNode object() {
    enter();
    ObjectNode object = NODES.objectNode();
    while (!takes('}')) {
      String name = peek() == '"' || peek() == '\'' ? string() : identifier();
      skipBlanks();
      expect(':');
      object.set(name, value());
      separator('}');
    }
    depth--;
    return object;
  }

  private ArrayNode array() {
    enter();
    ArrayNode array = NODES.arrayNode();
    while (!takes(']')) {
      array.add(value());
      separator(']');
    }
    depth--;
    return array;
  }

  private void enter() {
    if (++depth > MAX_DEPTH) {
      throw fault("it is nested deeper than " + MAX_DEPTH + " levels");
    }
    at++;
  }

  private boolean takes(char c) {
    skipBlanks();
    if (peek() == c) {
      at++;
      return true;
    }
    return false;
  }

  private void separator(char end) {
    if (!takes(',') && peek() != end) {
      throw fault("a comma or " + end + " is missing");
    }
  }

  private JsonNode word(String word, JsonNode value) {
    if (!text.startsWith(word, at)) {
      throw fault("this is not a value");
    }
    at += word.length();
    if (peek() != END && isNamePart(text.codePointAt(at))) {
      throw fault("this is not a value");
    }
    return value;
  }

  private String identifier() {
    StringBuilder name = new StringBuilder();
    while (peek() != END) {
      int c = text.codePointAt(at);
      int width = Character.charCount(c);
      if (c == '\\') {
        at++;
        expect('u');
        c = hex(4);
        width = 0;
      }
      if (!(name.isEmpty() ? isNameStart(c) : isNamePart(c))) {
        if (width == 0) {
          throw fault("an escaped character cannot be in a name");
        }
        break;
      }
      name.appendCodePoint(c);
      at += width;
    }
    if (name.isEmpty()) {
      throw fault("a member's name is missing");
    }
    return name.toString();
  }

  private static boolean isNameStart(int c) {
    return c == '$'
        || c == '_'
        || Character.isLetter(c)
        || Character.getType(c) == Character.LETTER_NUMBER;
  }

  private static boolean isNamePart(int c) {
    int type = Character.getType(c);
    return isNameStart(c)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.DECIMAL_DIGIT_NUMBER
        || type == Character.CONNECTOR_PUNCTUATION
        || c == 0x200C
        || c == 0x200D;
  }

  private String string() {
    int quote = next();
    StringBuilder value = new StringBuilder();
    for (int c = next(); c != quote; c = next()) {
      switch (c) {
        case END, '\n', '\r' -> throw fault("a text does not end on its line");
        case '\\' -> escape(value);
        default -> value.append((char) c);
      }
    }
    return value.toString();
  }

  private void escape(StringBuilder value) {
    int c = next();
    switch (c) {
      case 'b' -> value.append('\b');
      case 'f' -> value.append('\f');
      case 'n' -> value.append('\n');
      case 'r' -> value.append('\r');
      case 't' -> value.append('\t');
      case 'v' -> value.append('\u000B');
      case 'x' -> value.append((char) hex(2));
      case 'u' -> value.append((char) hex(4));
      case '\r' -> at += peek() == '\n' ? 1 : 0;
      case '\n', '\u2028', '\u2029' -> {}
      case '0' -> {
        if (peek() >= '0' && peek() <= '9') {
          throw fault("a digit cannot follow \\0");
        }
        value.append('\0');
      }
      case '1', '2', '3', '4', '5', '6', '7', '8', '9', END ->
          throw fault("this escape does not exist");
      default -> value.append((char) c);
    }
  }

  private int hex(int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = Character.digit(next(), 16);
      if (digit < 0) {
        throw fault("a hexadecimal digit is missing");
      }
      value = value * 16 + digit;
    }
    return value;
  }

  private JsonNode number() {
    boolean negative = peek() == '-';
    if (negative || peek() == '+') {
      at++;
    }
    if (peek() == 'I') {
      return word(
          "Infinity",
          NODES.numberNode(negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY));
    }
    if (peek() == 'N') {
      return word("NaN", NODES.numberNode(Double.NaN));
    }
    JsonNode value =
        text.startsWith("0x", at) || text.startsWith("0X", at)
            ? hexadecimal(negative)
            : decimal(negative);
    if (peek() != END && isNamePart(text.codePointAt(at))) {
      throw fault("a letter or digit cannot follow a number");
    }
    return value;
  }

  private JsonNode hexadecimal(boolean negative) {
    at += 2;
    String digits = digits(16);
    if (digits.isEmpty()) {
      throw fault("a hexadecimal digit is missing");
    }
    BigInteger value = new BigInteger(digits, 16);
    return integer(negative ? value.negate() : value);
  }

  private JsonNode decimal(boolean negative) {
    String whole = digits(10);
    boolean point = peek() == '.';
    at += point ? 1 : 0;
    String fraction = point ? digits(10) : "";
    if (whole.isEmpty() && fraction.isEmpty()) {
      throw fault("this is not a value");
    }
    if (whole.length() > 1 && whole.charAt(0) == '0') {
      throw fault("a number cannot begin with 0");
    }
    String exponent = exponent();
    String sign = negative ? "-" : "";
    return point || !exponent.isEmpty()
        ? NODES.numberNode(new BigDecimal(sign + whole + "." + fraction + exponent))
        : integer(new BigInteger(sign + whole));
  }

  /** Returns the exponent as Java writes it; empty if there is none. */
  private String exponent() {
    if (peek() != 'e' && peek() != 'E') {
      return "";
    }
    at++;
    String sign = peek() == '-' ? "-" : "";
    at += peek() == '-' || peek() == '+' ? 1 : 0;
    String digits = digits(10);
    if (digits.isEmpty() || digits.length() > 9) {
      throw fault("the exponent needs 1 to 9 digits");
    }
    return "E" + sign + digits;
  }

  private String digits(int radix) {
    int start = at;
    // Only ASCII digits count; Character.digit accepts others too.
    while (peek() < 0x80 && Character.digit(peek(), radix) >= 0) {
      at++;
    }
    if (at - start > MAX_DIGITS) {
      throw fault("a number has more than " + MAX_DIGITS + " digits");
    }
    return text.substring(start, at);
  }

  private static JsonNode integer(BigInteger value) {
    if (value.bitLength() < 32) {
      return NODES.numberNode(value.intValue());
    }
    return value.bitLength() < 64 ? NODES.numberNode(value.longValue()) : NODES.numberNode(value);
  }

  private void skipBlanks() {
    while (true) {
      if (peek() != END && Blanks.isBlank((char) peek())) {
        at++;
      } else if (text.startsWith("//", at)) {
        while (peek() != END && !isLineEnd(peek())) {
          at++;
        }
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
          throw fault("a comment does not end");
        }
        at = end + 2;
      } else {
        return;
      }
    }
  }

  private static boolean isLineEnd(int c) {
    return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private int next() {
    int c = peek();
    at++;
    return c;
  }

  private void expect(char c) {
    if (next() != c) {
      throw fault(c + " is missing");
    }
  }

  private RuntimeException fault(String what) {
    int end = Math.min(at, text.length());
    int lineStart = text.lastIndexOf('\n', end - 1) + 1;
    long line = text.substring(0, end).chars().filter(c -> c == '\n').count() + 1;
    return SpooledJsonArtifact.invalid(
        "The text is not JSON5 at line %s, column %s: %s."
            .formatted(line, end - lineStart + 1, what),
        null);
  }
}

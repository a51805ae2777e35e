package dev.adk4j.artifact;

import dev.adk4j.artifact.internal.IndentedJson;
import dev.adk4j.artifact.internal.ResultBudget;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Formats the result of a query as text for a model. */
final class QueryResultText {

  private QueryResultText() {}

  /**
   * Formats no result (null or an empty optional) as {@code (undefined)}, a JSON null as {@code
   * null}, a text unchanged, an empty list as {@code (empty list)}, a list of texts as its lines, a
   * number as plain decimal digits, any other value as JSON with an indentation of two blanks.
   */
  static String of(@Nullable Object value) {
    return switch (value) {
      case null -> "(undefined)";
      case Optional<?> optional -> of(optional.orElse(null));
      case CharSequence text -> text.toString();
      case Number number -> plain(number);
      case JsonValue json -> of(json.node());
      case JsonNode node when node.isString() -> node.stringValue();
      case JsonNode node when node.isNumber() -> plain(node.numberValue());
      case JsonNode node when node.isArray() -> list(node.values(), node);
      case Collection<?> list -> list(list, list);
      default -> json(value);
    };
  }

  private static String list(Collection<?> elements, Object whole) {
    if (elements.isEmpty()) {
      return "(empty list)";
    }
    StringJoiner lines = new StringJoiner("\n");
    for (Object element : elements) {
      String line = text(element);
      if (line == null) {
        return json(whole);
      }
      lines.add(line);
    }
    return lines.toString();
  }

  private static @Nullable String text(@Nullable Object element) {
    if (element instanceof JsonNode node) {
      return node.isString() ? node.stringValue() : null;
    }
    return element instanceof CharSequence text ? text.toString() : null;
  }

  private static String plain(Number number) {
    if (number instanceof Double || number instanceof Float) {
      double d = number.doubleValue();
      return Double.isFinite(d) ? plain(BigDecimal.valueOf(d)) : String.valueOf(d);
    }
    return number instanceof BigDecimal decimal ? decimalText(decimal) : number.toString();
  }

  private static String decimalText(BigDecimal decimal) {
    BigDecimal stripped = decimal.stripTrailingZeros();
    // 1e999999999 would be a text of a gigabyte.
    return Math.abs((long) stripped.scale()) > 400 ? stripped.toString() : stripped.toPlainString();
  }

  private static String json(Object value) {
    StringBuilder text = new StringBuilder();
    try {
      IndentedJson.WRITER.writeValue(ResultBudget.writer(text), value);
      return text.toString();
    } catch (JacksonException e) {
      throw new AdkException(
          AdkErrorCode.E_ARTIFACT_QUERY_LIMIT, "The result cannot be written as JSON.", e);
    }
  }
}

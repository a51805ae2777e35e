package dev.adk4j.value;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Numbers;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates an independent tree that is identical to one read from JSON text: only JSON types, and
 * numbers in the narrowest form that the parser would choose. A copy can therefore always be
 * written, and reads back as an equal tree.
 */
final class JsonCopy {

  /**
   * The maximum of digits that a JSON reader accepts by default; a longer number could not be read
   * back.
   */
  private static final int LONGEST_NUMBER = 1_000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final CopyGuard guard = new CopyGuard(AdkErrorCode.VALIDATION_EXCEPTION);

  private JsonCopy() {}

  static JsonNode of(@Nullable Object value) {
    JsonCopy copy = new JsonCopy();
    try {
      return copy.any(value);
    } catch (AdkException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      // The caller's own map, list or bean failed during the read.
      throw unreadable("The value cannot be converted to JSON.", e);
    }
  }

  static AdkException unreadable(String message, Throwable cause) {
    return new AdkException(AdkErrorCode.VALIDATION_EXCEPTION, message, cause);
  }

  private JsonNode any(@Nullable Object value) {
    return switch (value) {
      case null -> NODES.nullNode();
      case JsonValue json -> json.raw();
      case JsonNode node -> tree(node);
      case CharSequence text -> NODES.stringNode(text.toString());
      case Boolean flag -> NODES.booleanNode(flag);
      case Character c -> NODES.stringNode(c.toString());
      case Number number -> numberOrBean(number);
      case Map<?, ?> map -> object(map);
      case Collection<?> list -> array(list, list);
      case byte[] bytes -> NODES.stringNode(Base64.getEncoder().encodeToString(bytes));
      case char[] chars -> NODES.stringNode(new String(chars));
      default -> value.getClass().isArray() ? arrayOf(value) : bean(value);
    };
  }

  private JsonNode tree(JsonNode node) {
    if (node.isObject()) {
      ObjectNode copy = NODES.objectNode();
      guard.members(
          node,
          node.properties(),
          Function.identity(),
          (name, member) -> copy.set(name, tree(member.getValue())));
      return copy;
    }
    if (node.isArray()) {
      return array(node, node.values());
    }
    if (node.isNumber()) {
      return number(node.numberValue());
    }
    if (node.isBinary()) {
      return NODES.stringNode(node.asString());
    }
    if (node.isPojo() || node.isMissingNode()) {
      throw guard.fail("type", "is not a JSON value");
    }
    return node;
  }

  private JsonNode object(Map<?, ?> map) {
    ObjectNode copy = NODES.objectNode();
    guard.members(
        map,
        map.entrySet(),
        this::key,
        (key, entry) -> {
          if (copy.has(key)) {
            throw guard.fail("duplicate", "occurs twice as a key");
          }
          copy.set(key, any(entry.getValue()));
        });
    return copy;
  }

  private String key(@Nullable Object key) {
    return switch (key) {
      case CharSequence text -> text.toString();
      case Enum<?> constant -> constant.name();
      case Integer n -> n.toString();
      case Long n -> n.toString();
      case Boolean b -> b.toString();
      case UUID id -> id.toString();
      case null, default -> throw guard.fail("key", "has a key that is not text");
    };
  }

  private JsonNode array(Object container, Collection<?> elements) {
    ArrayNode copy = NODES.arrayNode();
    guard.elements(container, elements, element -> copy.add(any(element)));
    return copy;
  }

  private JsonNode arrayOf(Object array) {
    // a view: the guard limits the number of elements before any is copied
    return array(
        array,
        new AbstractList<@Nullable Object>() {
          @Override
          public @Nullable Object get(int index) {
            return Array.get(array, index);
          }

          @Override
          public int size() {
            return Array.getLength(array);
          }
        });
  }

  private JsonNode numberOrBean(Number number) {
    return Numbers.isPlain(number) ? number(number) : bean(number);
  }

  private JsonNode number(Number number) {
    return switch (number) {
      case BigInteger big -> integer(big);
      case BigDecimal decimal -> decimal(decimal);
      case Double d -> finite(Double.isFinite(d), d.toString());
      case Float f -> finite(Float.isFinite(f), f.toString());
      default -> integral(number.longValue());
    };
  }

  private JsonNode integral(long value) {
    return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
  }

  private JsonNode finite(boolean finite, String text) {
    if (!finite) {
      throw guard.fail("number", "must be a finite number");
    }
    return decimal(new BigDecimal(text));
  }

  private JsonNode integer(BigInteger big) {
    // 3.32 bits per digit: cheap to test before writing the digits.
    if (big.bitLength() > LONGEST_NUMBER * 3) {
      throw guard.fail("number", "has too many digits");
    }
    return big.bitLength() <= 63 ? integral(big.longValue()) : NODES.numberNode(big);
  }

  private JsonNode decimal(BigDecimal decimal) {
    if (decimal.precision() > LONGEST_NUMBER - 50
        || Math.abs((long) decimal.scale()) > 1_000_000_000) {
      throw guard.fail("number", "has too many digits");
    }
    if (decimal.scale() == 0) {
      return integer(decimal.unscaledValue());
    }
    return NODES.numberNode(decimal);
  }

  private JsonNode bean(Object value) {
    try {
      return tree(Json.mapper().valueToTree(value));
    } catch (JacksonException | StackOverflowError e) {
      throw unreadable("A " + value.getClass().getName() + " cannot be converted to JSON.", e);
    }
  }
}

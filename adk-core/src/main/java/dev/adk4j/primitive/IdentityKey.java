package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.Numbers;
import dev.adk4j.value.Displayable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The key of a participant in the system: a text or a number, which JSON keeps apart. Equal by
 * value.
 */
public sealed interface IdentityKey extends Displayable {

  /** A {@code String}, a {@code Long} or a {@code Double}. */
  Object value();

  @Override
  default JsonNode display() {
    return switch (this) {
      case TextKey(String text) -> Trees.text(text);
      case NumberKey(Long whole) -> JsonNodeFactory.instance.numberNode(whole);
      case NumberKey(Number number) -> JsonNodeFactory.instance.numberNode(number.doubleValue());
    };
  }

  /** A key that is text; {@code "42"} is not the number 42. */
  record TextKey(String value) implements IdentityKey {
    public TextKey {
      new Violations()
          .requiredText(value, "$")
          .throwIfAny(AdkErrorCode.E_INVALID_INITIAL_IDENTITY_VALUE);
    }
  }

  /**
   * A key that is a number: a {@code Long} where it is whole, else a {@code Double}; at most 2^53 -
   * 1 in magnitude.
   */
  record NumberKey(Number value) implements IdentityKey {
    public NumberKey {
      Double number = Numbers.isPlain(value) ? Untyped.number(value) : null;
      // A long just beyond the limit would be rounded to it.
      boolean safe =
          number != null && !(value instanceof Long l && Math.abs(l) > Untyped.LARGEST_SAFE);
      if (number == null || !safe) {
        new Violations()
            .add("$", "number", "must be finite and at most 2^53 - 1; write larger keys as text")
            .throwIfAny(AdkErrorCode.E_INVALID_INITIAL_IDENTITY_VALUE);
        throw new AdkException(AdkErrorCode.E_INVALID_INITIAL_IDENTITY_VALUE, "not a number");
      }
      value = number == Math.rint(number) ? (Number) number.longValue() : number;
    }
  }

  /** The key for a text or a number; null for anything else. */
  static @Nullable IdentityKey of(@Nullable Object value) {
    return switch (value) {
      case IdentityKey key -> key;
      case String text -> new TextKey(text);
      case Number number -> new NumberKey(number);
      case null, default -> null;
    };
  }
}

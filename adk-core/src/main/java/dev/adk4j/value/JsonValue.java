package dev.adk4j.value;

import dev.adk4j.internal.JsonBinding;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * One immutable JSON value that preserves key order, explicit nulls and the digits of numbers.
 * Equal by value; safe to share. {@link #node()} returns copies, so that no holder can change
 * another's value.
 *
 * <p>Values that are not JSON (numbers that are not finite or longer than 950 digits, keys that are
 * not text, more than 400 levels, a structure that contains itself) are rejected with {@code
 * VALIDATION_EXCEPTION}, so {@link #text()} never fails and parses back to an equal value.
 *
 * @since 0.1.0
 */
@JsonDeserialize(using = JsonValueDeserializer.class)
public final class JsonValue implements Displayable {

  /** The JSON null. */
  public static final JsonValue NULL = new JsonValue(JsonCopy.of(null));

  private final JsonNode node;
  private volatile @Nullable String text;

  private JsonValue(JsonNode node) {
    this.node = node;
  }

  /** Returns the value of a copy of {@code node}. */
  public static JsonValue of(@Nullable JsonNode node) {
    return new JsonValue(JsonCopy.of(node));
  }

  /**
   * Converts maps, lists, texts, numbers, booleans and null; records and beans by Jackson's rules.
   */
  public static JsonValue of(@Nullable Object value) {
    return value instanceof JsonValue json ? json : new JsonValue(JsonCopy.of(value));
  }

  /** Parses exactly one JSON value; throws {@code VALIDATION_EXCEPTION} for any other text. */
  public static JsonValue parse(String json) {
    try {
      return new JsonValue(JsonCopy.of(Json.read(json)));
    } catch (DatabindException e) {
      String said = e.getOriginalMessage();
      String why =
          said.startsWith("Duplicate")
              ? said.replaceFirst("(?s) for `.*", ".")
              : "more follows it.";
      throw JsonCopy.unreadable("The text is not one JSON value: " + why, e);
    } catch (JacksonException e) {
      throw JsonCopy.unreadable("The text is not one JSON value: " + e.getOriginalMessage(), e);
    }
  }

  /** Returns a copy that the caller may change. */
  public JsonNode node() {
    return node.deepCopy();
  }

  /** Returns the same as {@link #node()}: the display form of a JSON value is the value. */
  @Override
  public JsonNode display() {
    return node();
  }

  /** Returns the tree itself; the caller must not change it. */
  JsonNode raw() {
    return node;
  }

  /** Returns the member at a JSON pointer ({@code /city}), or null if there is none. */
  public @Nullable JsonValue at(String pointer) {
    JsonNode member = node.at(pointer);
    return member.isMissingNode() ? null : new JsonValue(member);
  }

  public boolean isObject() {
    return node.isObject();
  }

  public boolean isNull() {
    return node.isNull();
  }

  /**
   * Converts the exact value to a Java type; throws {@code VALIDATION_EXCEPTION} with the place and
   * the reason if it does not match.
   */
  public <T> T as(Class<T> type) {
    JavaType java = Json.mapper().constructType(type);
    try {
      return JsonBinding.bind(Json.mapper(), node, java);
    } catch (JacksonException e) {
      throw JsonCopy.unreadable(
          "The JSON value does not fit %s: %s %s"
              .formatted(type.getName(), JsonBinding.path("$", e), JsonBinding.reason(e, java)),
          e);
    }
  }

  /** Returns compact JSON text with the keys in their order. */
  public String text() {
    String known = text;
    if (known == null) {
      known = Json.write(node);
      text = known;
    }
    return known;
  }

  /**
   * Returns the canonical text (RFC 8785), the same for equal values regardless of the notation of
   * numbers.
   */
  public String canonicalText() {
    return CanonicalJson.of(node);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonValue that && node.equals(that.node);
  }

  @Override
  public int hashCode() {
    return node.hashCode();
  }

  /** Returns the compact text. */
  @Override
  public String toString() {
    return text();
  }
}

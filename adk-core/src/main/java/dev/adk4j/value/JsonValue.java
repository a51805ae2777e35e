package dev.adk4j.value;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One immutable JSON value: key order, explicit nulls and the digits of numbers are kept. Equal by value; safe to share.
 * {@link #node()} hands out copies, so nobody can change what another holds.
 */
public final class JsonValue {

  private final JsonNode node;
  private volatile @Nullable String text;

  private JsonValue(JsonNode node) {
    this.node = node;
  }

  /** The value of a copy of {@code node}. */
  public static JsonValue of(JsonNode node) {
    return new JsonValue(node.deepCopy());
  }

  /** Maps, lists, texts, numbers, booleans, null, records and beans, by Jackson's rules. */
  public static JsonValue of(@Nullable Object value) {
    if (value instanceof JsonValue json) {
      return json;
    }
    if (value instanceof JsonNode given) {
      return of(given);
    }
    return new JsonValue(Json.mapper().valueToTree(value));
  }

  /** Parses exactly one JSON value. */
  public static JsonValue parse(String json) {
    return new JsonValue(Json.read(json));
  }

  /** A copy that the caller may change. */
  public JsonNode node() {
    return node.deepCopy();
  }

  /** The member at a JSON pointer ({@code /city}), or null where there is none. */
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

  /** The value as a Java type, by Jackson's rules. */
  public <T> T as(Class<T> type) {
    return Json.mapper().treeToValue(node, type);
  }

  /** Compact JSON text; keys in their order. */
  public String text() {
    String known = text;
    if (known == null) {
      known = Json.write(node);
      text = known;
    }
    return known;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonValue that && node.equals(that.node);
  }

  @Override
  public int hashCode() {
    return node.hashCode();
  }

  /** The compact text. */
  @Override
  public String toString() {
    return text();
  }
}

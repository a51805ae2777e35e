package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Displayable;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * The author of a message or a thought: a key for the system, which is never shown to a model, and
 * a text for the model. Immutable except {@link Tokenizable#set}; equal only to itself.
 *
 * @since 0.1.0
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class Identity implements Displayable {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_IDENTITY_VALUE;

  private final Object identifier;
  private final Tokenizable representation;

  private Identity(@Nullable Object identifier, @Nullable Object representation, Checks in) {
    this.identifier = in.form("identifier", identifier, in::identifier, "?", "text or a number");
    this.representation = in.tokenizable("representation", representation);
    in.done();
  }

  private Identity(Object identifier, Tokenizable representation) {
    this.identifier = identifier;
    this.representation = representation;
  }

  /** Returns an identity with one text for both fields. */
  public static Identity of(String both) {
    return of(both, both);
  }

  /**
   * Returns an identity with one text for both fields, known to be valid: each record without an
   * identity has one.
   */
  static Identity known(String both) {
    return new Identity((Object) both, Tokenizable.of(both));
  }

  /**
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_IDENTITY_VALUE} with all
   *     violations
   */
  public static Identity of(String identifier, String representation) {
    return new Identity(identifier, representation, new Checks(CODE));
  }

  /**
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_IDENTITY_VALUE} with all
   *     violations
   */
  public static Identity of(String identifier, Tokenizable representation) {
    return new Identity(identifier, representation, new Checks(CODE));
  }

  /**
   * Throws {@code E_INVALID_INITIAL_IDENTITY_VALUE} with all violations.
   *
   * @param identifier finite and at most 2^53 - 1 in magnitude
   */
  public static Identity of(Number identifier, String representation) {
    return new Identity(identifier, representation, new Checks(CODE));
  }

  /**
   * Throws {@code E_INVALID_INITIAL_IDENTITY_VALUE} with all violations.
   *
   * @param identifier finite and at most 2^53 - 1 in magnitude
   */
  public static Identity of(Number identifier, Tokenizable representation) {
    return new Identity(identifier, representation, new Checks(CODE));
  }

  /** Reads an object with {@code identifier} and {@code representation}, or a text for both. */
  public static Identity fromJson(JsonNode json) {
    return read(Untyped.plain(json), Decoding.LIVE);
  }

  /**
   * Does the same as {@link #fromJson}, but also accepts a {@link Tokenizable} as the
   * representation, without copying it.
   */
  public static Identity fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static Identity read(@Nullable Object value, Decoding decoding) {
    if (value instanceof String both) {
      return of(both);
    }
    Fields in = Fields.of(CODE, value, decoding);
    return new Identity(in.given("identifier"), in.given("representation"), in);
  }

  /**
   * Returns the key in the system, which distinguishes the text {@code "42"} from the number 42: a
   * {@code String}, a {@code Long} for a whole number, or a {@code Double}. Never shown to the
   * model.
   */
  public Object identifier() {
    return identifier;
  }

  /** Returns the text for the model. */
  public Tokenizable representation() {
    return representation;
  }

  /** Returns a copy with its own text: the current representation. */
  public Identity copy() {
    return new Identity(identifier, Tokenizable.of(representation.value()));
  }

  /** Compares all fields; a dynamic text by its value without a context. */
  public boolean sameContentAs(Identity other) {
    return JsonForm.CONTENT.write(this).equals(JsonForm.CONTENT.write(other));
  }

  @Override
  public JsonNode display() {
    return DisplayForm.INSTANCE.write(this);
  }

  @Override
  public String toString() {
    return "Identity[" + identifier + "]";
  }
}

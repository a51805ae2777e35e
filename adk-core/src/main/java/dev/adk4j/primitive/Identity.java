package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Displayable;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * Who a message or a thought is from: a key for the system, which no model is ever shown, and a
 * text for the model. Immutable but for {@link Tokenizable#set}; equal only to itself.
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public final class Identity implements Displayable {

  private static final AdkErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_IDENTITY_VALUE;

  private final IdentityKey key;
  private final Tokenizable representation;

  private Identity(Fields in) {
    this.key =
        in.required(
            "identifier", IdentityKey::of, new IdentityKey.TextKey("?"), "text or a number");
    this.representation = in.tokenizable("representation");
    in.done();
  }

  private Identity(IdentityKey key, Tokenizable representation) {
    this.key = key;
    this.representation = representation;
  }

  /** One text for both fields. */
  public static Identity of(String both) {
    return of(both, both);
  }

  /**
   * One text for both fields, which is known to be valid: each record without an identity has one.
   */
  static Identity known(String both) {
    return new Identity(new IdentityKey.TextKey(both), Tokenizable.of(both));
  }

  public static Identity of(String identifier, String representation) {
    return of((Object) identifier, representation);
  }

  public static Identity of(String identifier, Tokenizable representation) {
    return of((Object) identifier, representation);
  }

  public static Identity of(long identifier, String representation) {
    return of((Object) identifier, representation);
  }

  public static Identity of(long identifier, Tokenizable representation) {
    return of((Object) identifier, representation);
  }

  private static Identity of(@Nullable Object identifier, @Nullable Object representation) {
    return new Builder()
        .put("identifier", identifier)
        .put("representation", representation)
        .build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** From an object with {@code identifier} and {@code representation}, or a text for both. */
  public static Identity fromJson(JsonNode json) {
    return read(Untyped.plain(json), Decoding.LIVE);
  }

  /** As {@link #fromJson}; the representation may also be a {@link Tokenizable}, which is kept. */
  public static Identity fromMap(Map<String, ?> map) {
    return read(map, Decoding.LIVE);
  }

  static Identity read(@Nullable Object value, Decoding decoding) {
    return value instanceof String both ? of(both) : new Identity(Fields.of(CODE, value, decoding));
  }

  /** The key as a {@code String}, a {@code Long} or a {@code Double}. For the system only. */
  public Object identifier() {
    return key.value();
  }

  public IdentityKey key() {
    return key;
  }

  /** What the model is shown. */
  public Tokenizable representation() {
    return representation;
  }

  public Builder toBuilder() {
    return new Builder().put("identifier", key).put("representation", representation);
  }

  /** The same, with a text of its own: what the representation is now. */
  public Identity copy() {
    return new Identity(key, Tokenizable.of(representation.value()));
  }

  /** Whether all fields are the same; a dynamic text is compared by its value without a context. */
  public boolean sameContentAs(Identity other) {
    return key.equals(other.key) && Same.text(representation, other.representation);
  }

  @Override
  public JsonNode display() {
    return DisplayForm.INSTANCE.write(this);
  }

  @Override
  public String toString() {
    return "Identity[" + key.value() + "]";
  }

  /** Not thread-safe. */
  public static final class Builder {

    private final Values values = new Values();

    private Builder() {}

    public Builder identifier(@Nullable String identifier) {
      return put("identifier", identifier);
    }

    public Builder identifier(long identifier) {
      return put("identifier", identifier);
    }

    public Builder identifier(@Nullable IdentityKey identifier) {
      return put("identifier", identifier);
    }

    public Builder representation(@Nullable String representation) {
      return put("representation", representation);
    }

    public Builder representation(@Nullable Tokenizable representation) {
      return put("representation", representation);
    }

    /** Throws {@code E_INVALID_INITIAL_IDENTITY_VALUE} with everything that is wrong. */
    public Identity build() {
      return new Identity(values.fields(CODE));
    }

    private Builder put(String name, @Nullable Object value) {
      values.put(name, value);
      return this;
    }
  }
}

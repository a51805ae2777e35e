package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A value derived from a media, such as its caption.
 *
 * @param value the derived value; may be the JSON null
 * @param trustTier the trust in this entry, independent of the media's
 * @param derivedFromMedia the id of the source media, if it matters; not empty
 */
public record MediaStashEntry(
    JsonValue value, TrustTier trustTier, @Nullable String derivedFromMedia)
    implements Displayable {

  public MediaStashEntry {
    new Violations()
        .required(value, "$.value")
        .required(trustTier, "$.trustTier")
        .optionalText(derivedFromMedia, "$.derivedFromMedia")
        .throwIfAny(AdkErrorCode.E_INVALID_INITIAL_MEDIA_VALUE);
  }

  public MediaStashEntry(JsonValue value, TrustTier trustTier) {
    this(value, trustTier, null);
  }

  @Override
  public JsonNode display() {
    return JsonForm.write(this);
  }

  /** Omits the value. */
  @Override
  public String toString() {
    return "MediaStashEntry[" + trustTier.wire() + "]";
  }

  static MediaStashEntry read(@Nullable Object value, Decoding decoding) {
    if (value instanceof MediaStashEntry entry) {
      return entry;
    }
    Fields in = Fields.of(AdkErrorCode.E_INVALID_INITIAL_MEDIA_VALUE, value, decoding);
    in.requirePresent("value");
    JsonValue json = in.json("value", in.raw("value"));
    TrustTier tier =
        in.required(
            "trustTier", in.constant("trustTier", TrustTier.class), TrustTier.THIRD_PARTY_PUBLIC);
    String origin = in.optionalText("derivedFromMedia", in.text("derivedFromMedia"));
    in.done();
    return new MediaStashEntry(json != null ? json : JsonValue.NULL, tier, origin);
  }
}

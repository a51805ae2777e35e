package dev.adk4j.primitive;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The degree of trust in content. Never inferred and without a default: the code that introduces
 * content must set it.
 */
public enum TrustTier implements Wire {
  /** Vetted by the application's deployer. */
  FIRST_PARTY("first-party"),
  /** From the open web or a public interface. */
  THIRD_PARTY_PUBLIC("third-party-public"),
  /** Uploaded by a user, or a partner's data. */
  THIRD_PARTY_PRIVATE("third-party-private");

  private final String wire;

  TrustTier(String wire) {
    this.wire = wire;
  }

  /** Returns the text in JSON. */
  @Override
  @JsonValue
  public String wire() {
    return wire;
  }

  /**
   * Returns the constant with exactly that text in JSON; {@code VALIDATION_EXCEPTION} for any
   * other.
   */
  @JsonCreator
  public static TrustTier fromWire(String wire) {
    return Wire.require(TrustTier.class, wire);
  }
}

package dev.adk4j.primitive;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * The degree of trust in content. Never inferred and without a default: the code that introduces
 * content must set it.
 */
public enum TrustTier implements Wire {
  /** Vetted by the application's deployer. */
  FIRST_PARTY,
  /** From the open web or a public interface. */
  THIRD_PARTY_PUBLIC,
  /** Uploaded by a user, or a partner's data. */
  THIRD_PARTY_PRIVATE;

  /**
   * Returns the constant with exactly that text in JSON; {@code VALIDATION_EXCEPTION} for any
   * other.
   */
  @JsonCreator
  public static TrustTier fromWire(String wire) {
    return Wire.require(TrustTier.class, wire);
  }
}

package dev.adk4j.primitive;

import com.fasterxml.jackson.annotation.JsonCreator;

/** The way in which bytes could carry instructions to a model. */
public enum ModalityHazard implements Wire {
  /** The model never decodes the bytes. */
  INERT,
  /** The bytes contain text, such as a PDF or a screenshot. */
  EXTRACTABLE_INSTRUCTIONS,
  /** Pixels, sound or film that the model perceives directly. */
  OPAQUE_PERCEPTUAL;

  /**
   * Returns the constant with exactly that text in JSON; {@code VALIDATION_EXCEPTION} for any
   * other.
   */
  @JsonCreator
  public static ModalityHazard fromWire(String wire) {
    return Wire.require(ModalityHazard.class, wire);
  }
}

package dev.adk4j.primitive;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The way in which bytes could carry instructions to a model. */
public enum ModalityHazard implements Wire {
  /** The model never decodes the bytes. */
  INERT("inert"),
  /** The bytes contain text, such as a PDF or a screenshot. */
  EXTRACTABLE_INSTRUCTIONS("extractable-instructions"),
  /** Pixels, sound or film that the model perceives directly. */
  OPAQUE_PERCEPTUAL("opaque-perceptual");

  private final String wire;

  ModalityHazard(String wire) {
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
  public static ModalityHazard fromWire(String wire) {
    return Wire.require(ModalityHazard.class, wire);
  }
}

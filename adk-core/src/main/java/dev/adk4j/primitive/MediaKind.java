package dev.adk4j.primitive;

import com.fasterxml.jackson.annotation.JsonCreator;

/** The kind of a media's bytes. */
public enum MediaKind implements Wire {
  /** A still image. */
  IMAGE,
  /** Sound or speech. */
  AUDIO,
  /** Moving images. */
  VIDEO,
  /** A document, such as a PDF. */
  DOCUMENT;

  /**
   * Returns the constant with exactly that text in JSON; {@code VALIDATION_EXCEPTION} for any
   * other.
   */
  @JsonCreator
  public static MediaKind fromWire(String wire) {
    return Wire.require(MediaKind.class, wire);
  }

  /** Returns the kind of a MIME type in lower case. */
  public static MediaKind ofMimeType(String mimeType) {
    MediaKind kind = Wire.find(MediaKind.class, mimeType.replaceFirst("/.*", ""));
    return kind == null ? DOCUMENT : kind;
  }
}

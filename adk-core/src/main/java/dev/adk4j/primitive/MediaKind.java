package dev.adk4j.primitive;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The kind of a media's bytes. */
public enum MediaKind implements Wire {
  /** A still image. */
  IMAGE("image"),
  /** Sound or speech. */
  AUDIO("audio"),
  /** Moving images. */
  VIDEO("video"),
  /** A document, such as a PDF. */
  DOCUMENT("document");

  private final String wire;

  MediaKind(String wire) {
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
  public static MediaKind fromWire(String wire) {
    return Wire.require(MediaKind.class, wire);
  }

  /** Returns the kind of a MIME type in lower case. */
  public static MediaKind ofMimeType(String mimeType) {
    MediaKind kind = Wire.find(MediaKind.class, mimeType.replaceFirst("/.*", ""));
    return kind == null ? DOCUMENT : kind;
  }
}

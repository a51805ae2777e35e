package dev.adk4j.primitive;

import org.jspecify.annotations.Nullable;

/**
 * Options for reading an untyped value.
 *
 * @param codec resolves readers; null to accept live readers only
 * @param snapshot true if the codec wrote the value; a text then stands for a {@code Tokenizable},
 *     which may be empty
 */
record Decoding(@Nullable SnapshotCodec codec, boolean snapshot) {

  /** Options for a caller's own values. */
  static final Decoding LIVE = new Decoding(null, false);
}

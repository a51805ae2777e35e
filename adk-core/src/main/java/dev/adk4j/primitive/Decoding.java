package dev.adk4j.primitive;

import org.jspecify.annotations.Nullable;

/**
 * Options for reading an untyped value.
 *
 * @param codec resolves readers; null where only live readers are accepted
 * @param snapshot true when the value was written by the codec; then a text stands for a {@code
 *     Tokenizable}, which may be empty
 */
record Decoding(@Nullable SnapshotCodec codec, boolean snapshot) {

  /** For a caller's own values. */
  static final Decoding LIVE = new Decoding(null, false);
}

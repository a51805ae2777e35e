package dev.adk4j.sample.web;

import dev.adk4j.primitive.Media;

/**
 * A file that came with a message: what it is and how far it is trusted, never its bytes.
 *
 * @param trustTier such as {@code third-party-private}
 * @param modalityHazard such as {@code extractable-instructions}
 */
record Attached(
    String id,
    String filename,
    String mimeType,
    String kind,
    String trustTier,
    String modalityHazard) {

  static Attached of(Media media) {
    return new Attached(
        media.id(),
        media.filename(),
        media.mimeType(),
        media.kind().wire(),
        media.trustTier().wire(),
        media.modalityHazard().wire());
  }
}

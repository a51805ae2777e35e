package dev.adk4j.sample.web;

import dev.adk4j.primitive.Media;

/**
 * Attachment of a message: its type and its trust, without its bytes.
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

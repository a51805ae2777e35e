package dev.adk4j.primitive;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads back the display forms that are complete, with all validations. */
final class DisplayReading {

  /** Texts were written from a {@code Tokenizable}, so they may be empty; there are no readers. */
  private static final Decoding DISPLAY = new Decoding(null, true);

  private DisplayReading() {}

  static Object read(Class<?> type, JsonNode json) {
    if (type == Identity.class) {
      return Identity.read(Untyped.plain(json), DISPLAY);
    }
    if (type == Message.class) {
      return Message.read(json, DISPLAY);
    }
    if (type == Memory.class) {
      return Memory.read(json, DISPLAY);
    }
    if (type == Retrievable.class) {
      return Retrievable.read(
          json instanceof ObjectNode object ? object.without("sizeUnknown") : json, DISPLAY);
    }
    throw new AdkException(
        AdkErrorCode.VALIDATION_EXCEPTION,
        "The display form of a "
            + type.getSimpleName()
            + " leaves out readers and payloads; store and read it with a SnapshotCodec.");
  }
}

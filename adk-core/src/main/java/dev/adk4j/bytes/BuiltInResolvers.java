package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.Base64;
import tools.jackson.databind.JsonNode;

/** The resolvers for readers whose locator says everything. */
final class BuiltInResolvers {

  private BuiltInResolvers() {}

  static SpoolReaderResolver spoolInMemory() {
    return SpoolReaderResolver.of(InMemorySpoolReader.TAG, locator -> text(locator.node()));
  }

  static MediaReaderResolver mediaInMemory() {
    return MediaReaderResolver.of(
        InMemoryMediaReader.TAG,
        locator -> InMemoryMediaReader.sharing(base64(locator.node().path("bytesBase64"))));
  }

  static MediaReaderResolver mediaFetch(UrlReaderPolicy policy) {
    return MediaReaderResolver.of(
        UrlMediaReader.TAG,
        locator -> UrlMediaReader.of(UrlRequest.fromLocator(locator.node()), policy));
  }

  private static SpoolReader text(JsonNode locator) {
    JsonNode content = locator.path("content");
    if (content.isString()) {
      return new InMemorySpoolReader(content.stringValue());
    }
    return InMemorySpoolReader.sharing(base64(locator.path("contentBase64")));
  }

  private static byte[] base64(JsonNode text) {
    if (text.isString()) {
      try {
        return Base64.getDecoder().decode(text.stringValue());
      } catch (IllegalArgumentException e) {
        throw new AdkException(
            AdkErrorCode.E_READER_LOCATOR_INVALID, "The locator's content is not base64.", e);
      }
    }
    throw new AdkException(
        AdkErrorCode.E_READER_LOCATOR_INVALID,
        "The locator of an in-memory reader lacks its content.");
  }
}

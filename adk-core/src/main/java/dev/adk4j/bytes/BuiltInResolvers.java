package dev.adk4j.bytes;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.util.Base64;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The resolvers for readers whose locator says everything. */
final class BuiltInResolvers {

  private BuiltInResolvers() {}

  static SpoolReaderResolver spoolInMemory() {
    return spool(InMemorySpoolReader.TAG, BuiltInResolvers::text);
  }

  static MediaReaderResolver mediaInMemory() {
    return media(
        InMemoryMediaReader.TAG,
        node -> InMemoryMediaReader.sharing(base64(node.path("bytesBase64"))));
  }

  static MediaReaderResolver mediaFetch(UrlReaderPolicy policy) {
    return media(
        UrlMediaReader.TAG, node -> UrlMediaReader.of(UrlRequest.fromLocator(node), policy));
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

  private static SpoolReaderResolver spool(String tag, Function<JsonNode, SpoolReader> make) {
    return new SpoolReaderResolver() {
      @Override
      public String tag() {
        return tag;
      }

      @Override
      public @Nullable SpoolReader resolve(JsonValue locator) {
        return make.apply(locator.node());
      }
    };
  }

  private static MediaReaderResolver media(String tag, Function<JsonNode, MediaReader> make) {
    return new MediaReaderResolver() {
      @Override
      public String tag() {
        return tag;
      }

      @Override
      public @Nullable MediaReader resolve(JsonValue locator) {
        return make.apply(locator.node());
      }
    };
  }
}

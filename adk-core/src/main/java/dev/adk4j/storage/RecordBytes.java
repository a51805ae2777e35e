package dev.adk4j.storage;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.bytes.StreamSpoolReader;
import dev.adk4j.bytes.StreamSpoolReader.Source;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Sha256;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stores bytes as records under the digest of their content, so a reader's content never changes.
 */
record RecordBytes(RecordStorage storage, RecordUnit unit) {

  static final int MAX_BYTES = 10 * 1024 * 1024;

  private static final String KIND = CallbackKind.BYTES.propertyValue();
  private static final String MEDIA_TAG = "media:record";
  private static final String TEXT_TAG = "spool:record";

  /** A locator names content of the reading scope's conversation only. */
  void register(ReaderResolvers readers) {
    readers
        .registerScopedMedia(MEDIA_TAG, (scope, locator) -> new Media(stored(scope, locator)))
        .registerScopedSpool(TEXT_TAG, (scope, locator) -> stored(scope, locator).text());
  }

  private Stored stored(Scope scope, JsonValue locator) {
    JsonValue id = locator.at("/id");
    if (id == null || !id.node().isString()) {
      throw new AdkException(
          AdkErrorCode.E_READER_LOCATOR_INVALID, "The locator of stored bytes has no id.");
    }
    return new Stored(
        storage, RecordStorage.owner(CallbackKind.BYTES, scope), id.node().stringValue());
  }

  MediaReader media(String owner, ByteSource source) throws Exception {
    return new Media(store(owner, source));
  }

  SpoolReader text(String owner, ByteSource source) throws Exception {
    return store(owner, source).text();
  }

  private Stored store(String owner, ByteSource source) throws Exception {
    byte[] content;
    try (InputStream in = source.open()) {
      content = in.readNBytes(MAX_BYTES + 1);
    }
    if (content.length > MAX_BYTES) {
      throw AdkException.saying(
          AdkErrorCode.E_INPUT_TOO_LARGE,
          "This storage accepts contents of at most %s bytes; override storeMediaBytes and"
              + " storeRetrievableBytes for larger ones.",
          MAX_BYTES);
    }
    String id = Sha256.hex(content);
    String json = Json.write(Json.mapper().createObjectNode().put("base64", content));
    unit.writeNow(new StoredRecord(KIND, owner, id, json));
    return new Stored(storage, owner, id);
  }

  private record Stored(RecordStorage storage, String owner, String id) {

    byte[] load() throws IOException {
      try {
        List<StoredRecord> found = storage.fetch(KIND, owner, id);
        if (found.isEmpty()) {
          throw new IOException("The stored bytes " + id + " of " + owner + " no longer exist.");
        }
        String json = String.valueOf(found.getFirst().json());
        return Base64.getDecoder().decode(Json.read(json).path("base64").stringValue("?"));
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException("The stored bytes " + id + " of " + owner + " cannot be read.", e);
      }
    }

    /** Loads its bytes once, at the first access: contents are small. */
    SpoolReader text() {
      return StreamSpoolReader.over(offset -> Source.of(load()).open(offset))
          .streamThreshold(MAX_BYTES + 1)
          .descriptor(describe(TEXT_TAG))
          .build();
    }

    ReaderDescriptor describe(String tag) {
      return new ReaderDescriptor(tag, JsonValue.of(Map.of("id", id)));
    }
  }

  private record Media(Stored stored) implements MediaReader {

    @Override
    public InputStream open() throws IOException {
      return new ByteArrayInputStream(stored.load());
    }

    @Override
    public Optional<ReaderDescriptor> describe() {
      return Optional.of(stored.describe(MEDIA_TAG));
    }
  }
}

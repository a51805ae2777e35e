package dev.adk4j.jpa;

import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names what is stored under an id of a conversation. Looks it up when it is first needed and stays
 * with the content found then, whatever is stored under the id later. Safe for concurrent use.
 */
final class BlobHandle {

  private final Blobs blobs;
  private final Owner owner;
  private final BlobKind kind;
  private final String id;
  private volatile @Nullable Blob found;

  BlobHandle(Blobs blobs, Owner owner, BlobKind kind, String id, @Nullable Blob found) {
    this.blobs = blobs;
    this.owner = owner;
    this.kind = kind;
    this.id = id;
    this.found = found;
  }

  /** The handle that a locator names, within the owner's content. */
  static BlobHandle resolve(Blobs blobs, Owner owner, JsonValue locator) {
    if (locator.node().path("key").isString()) {
      String key = locator.node().path("key").stringValue();
      for (BlobKind kind : BlobKind.values()) {
        if (key.startsWith(kind.stored() + ":")) {
          return new BlobHandle(
              blobs, owner, kind, key.substring(kind.stored().length() + 1), null);
        }
      }
    }
    throw invalid("The locator is not one that this storage makes.");
  }

  Blob blob() {
    Blob known = found;
    if (known == null) {
      known =
          blobs
              .find(owner, kind, id)
              .orElseThrow(
                  () ->
                      invalid(
                          "No bytes are stored under the key '"
                              + key()
                              + "' of this conversation."));
      found = known;
    }
    return known;
  }

  BlobStatements statements() {
    return blobs.statements();
  }

  Owner owner() {
    return owner;
  }

  boolean isMedia() {
    return kind == BlobKind.MEDIA;
  }

  ReaderDescriptor describe(String tag) {
    return new ReaderDescriptor(tag, JsonValue.of(Map.of("key", key())));
  }

  private String key() {
    return kind.stored() + ":" + id;
  }

  static AdkException invalid(String message) {
    return AdkException.of(AdkErrorCode.E_READER_LOCATOR_INVALID).message(message).build();
  }
}

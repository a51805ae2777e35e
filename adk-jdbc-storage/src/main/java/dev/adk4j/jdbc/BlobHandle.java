package dev.adk4j.jdbc;

import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * References content stored under an id of a conversation: the content given at creation, otherwise
 * the content found on first use. Keeps that reference if other content is stored under the id
 * later. Thread-safe.
 */
final class BlobHandle {

  private final Blobs blobs;
  private final Owner owner;
  private final BlobKind kind;
  private final String id;
  private volatile @Nullable Blob found;
  private volatile boolean current;

  BlobHandle(Blobs blobs, Owner owner, BlobKind kind, String id, @Nullable Blob found) {
    this.blobs = blobs;
    this.owner = owner;
    this.kind = kind;
    this.id = id;
    this.found = found;
  }

  /**
   * Returns the handle for a locator to content of the scope's conversation.
   *
   * @param media true for media, false for a text
   */
  static BlobHandle resolve(Blobs blobs, Scope scope, JsonValue locator, boolean media) {
    Owner owner = Owner.ofConversation(scope);
    String key = locator.node().path("key").stringValue("");
    for (BlobKind kind : BlobKind.values()) {
      if (key.startsWith(kind.stored() + ":")) {
        if (media != (kind == BlobKind.MEDIA)) {
          throw invalid(
              media
                  ? "The locator references a text, not media."
                  : "The locator references media, not a text.");
        }
        return new BlobHandle(blobs, owner, kind, key.substring(kind.stored().length() + 1), null);
      }
    }
    throw invalid("This storage did not create the locator.");
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

  /** Returns true if a committed record is known to reference the content. */
  boolean isCurrent() {
    return current;
  }

  /** Records that a record referencing the content is committed. */
  void committed() {
    current = true;
  }

  /**
   * Makes the content current under its id, in the transaction that stores a record referencing it.
   * Does nothing for a handle that was read from a stored record.
   */
  void makeCurrent(Statements on, long now) throws SQLException {
    BlobStatements statements = blobs.statements();
    String key = Owner.key(id, "$.id");
    Blob content = found;
    if (content == null && statements.find(on, owner, kind, key) == null) {
      content = statements.findPending(on, owner, kind, key);
    }
    if (content != null) {
      statements.makeCurrent(on, owner, kind, key, content.contentId(), now);
    }
  }

  BlobStatements statements() {
    return blobs.statements();
  }

  Owner owner() {
    return owner;
  }

  ReaderDescriptor describe(String tag) {
    return new ReaderDescriptor(tag, JsonValue.of(Map.of("key", key())));
  }

  private String key() {
    return kind.stored() + ":" + id;
  }

  private static AdkException invalid(String message) {
    return new AdkException(AdkErrorCode.E_READER_LOCATOR_INVALID, message);
  }
}

package dev.adk4j.jpa;

import java.util.UUID;

/**
 * A content on its way into the database; nobody finds it until it is published.
 *
 * @param id escaped
 */
record Upload(Owner owner, BlobKind kind, String id, String contentId, int chunkSize) {

  static Upload of(Owner owner, BlobKind kind, String id, int chunkSize) {
    return new Upload(owner, kind, id, UUID.randomUUID().toString(), chunkSize);
  }
}

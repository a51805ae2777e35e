package dev.adk4j.jdbc;

import java.util.UUID;

/**
 * A content on its way into the database; nobody finds it until it is whole.
 *
 * @param id escaped
 */
record Upload(Owner owner, BlobKind kind, String id, String contentId, int chunkSize) {

  static Upload of(Owner owner, BlobKind kind, String id, int chunkSize) {
    return new Upload(owner, kind, id, UUID.randomUUID().toString(), chunkSize);
  }

  Blob done(long byteLength, long lineCount) {
    return new Blob(owner, contentId, byteLength, lineCount, chunkSize);
  }
}

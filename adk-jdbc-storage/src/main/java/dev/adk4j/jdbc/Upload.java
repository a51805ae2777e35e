package dev.adk4j.jdbc;

import java.util.List;
import java.util.UUID;

/**
 * Content that is being written and cannot be found until it is complete.
 *
 * @param id escaped id
 */
record Upload(Owner owner, BlobKind kind, String id, String contentId, int chunkSize) {

  static Upload of(Owner owner, BlobKind kind, String id, int chunkSize) {
    return new Upload(owner, kind, id, UUID.randomUUID().toString(), chunkSize);
  }

  /** Returns the key of the content, for parameters. */
  List<String> key() {
    return List.of(owner.tenant(), owner.part(), contentId);
  }

  Blob done(long byteLength, long lineCount) {
    return new Blob(owner, contentId, byteLength, lineCount, chunkSize);
  }
}

package dev.adk4j.jdbc;

/**
 * One complete content: it never changes, another content under the same id is another blob.
 *
 * @param lineCount line feeds plus one; none for no bytes
 */
record Blob(Owner owner, String contentId, long byteLength, long lineCount, int chunkSize) {

  int chunkAt(long offset) {
    return Math.toIntExact(offset / chunkSize);
  }

  long startOf(int chunk) {
    return (long) chunk * chunkSize;
  }
}

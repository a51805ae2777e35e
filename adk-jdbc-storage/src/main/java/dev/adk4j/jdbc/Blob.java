package dev.adk4j.jdbc;

/**
 * Complete content. Immutable: other content under the same id is another blob.
 *
 * @param lineCount number of line feeds plus one; 0 for empty content
 */
record Blob(Owner owner, String contentId, long byteLength, long lineCount, int chunkSize) {

  int chunkAt(long offset) {
    return Math.toIntExact(offset / chunkSize);
  }

  long startOf(int chunk) {
    return (long) chunk * chunkSize;
  }
}

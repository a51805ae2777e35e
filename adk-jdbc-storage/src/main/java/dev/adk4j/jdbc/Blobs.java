package dev.adk4j.jdbc;

import dev.adk4j.bytes.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;

/**
 * Stores and finds bytes. Writes content in chunks, each in a separate transaction, so a slow
 * stream holds no connection. Complete content can be read immediately. It becomes current under
 * its id in the transaction that stores a record referencing it. Thread-safe.
 */
final class Blobs {

  private final Database database;
  private final BlobStatements statements;
  private final InstantSource clock;
  private final int chunkSize;

  Blobs(Database database, InstantSource clock, int chunkSize) {
    this.database = database;
    this.statements = new BlobStatements(database);
    this.clock = clock;
    this.chunkSize = chunkSize;
  }

  BlobStatements statements() {
    return statements;
  }

  /**
   * Returns the current content of the id. If no record references any, returns the newest content
   * written.
   */
  Optional<Blob> find(Owner owner, BlobKind kind, String id) {
    String key = Owner.key(id, "$.id");
    return statements.find(owner, kind, key).or(() -> statements.findPending(owner, kind, key));
  }

  /** Stores content. It becomes current under the id when a record references it. */
  Blob write(Owner owner, BlobKind kind, String id, ByteSource bytes) throws IOException {
    Upload upload = Upload.of(owner, kind, Owner.key(id, "$.id"), chunkSize);
    try (InputStream in = bytes.open()) {
      byte[] buffer = new byte[chunkSize];
      int read = in.readNBytes(buffer, 0, chunkSize);
      return read < chunkSize
          ? small(upload, Arrays.copyOf(buffer, read))
          : large(upload, in, buffer);
    } catch (SQLException e) {
      throw SqlErrors.translate("storing bytes", e);
    }
  }

  /**
   * Deletes the content of the id immediately. Existing readers remain usable until the bytes are
   * cleaned up. Returns false if there is none.
   */
  boolean delete(Owner owner, BlobKind kind, String id) {
    String key = Owner.key(id, "$.id");
    try {
      return Retry.onLostRace(
          () ->
              database.transaction(
                  owner.tenant(),
                  connection -> statements.delete(connection, owner, kind, key, clock.millis())));
    } catch (SQLException e) {
      throw SqlErrors.translate("deleting bytes", e);
    }
  }

  private Blob small(Upload upload, byte[] content) throws SQLException {
    long lines = content.length == 0 ? 0 : lineFeeds(content) + 1;
    return database.transaction(
        upload.owner().tenant(),
        connection -> {
          statements.begin(connection, upload, content.length, lines, clock.millis());
          if (content.length > 0) {
            statements.addChunk(connection, upload, 0, 0, content);
          }
          return upload.done(content.length, lines);
        });
  }

  private Blob large(Upload upload, InputStream in, byte[] first) throws IOException, SQLException {
    begin(upload);
    try {
      long length = 0;
      long lineFeeds = 0;
      byte[] piece = first;
      for (int n = 0; piece.length > 0; n++) {
        add(upload, n, lineFeeds, piece);
        length += piece.length;
        lineFeeds += lineFeeds(piece);
        piece = in.readNBytes(chunkSize);
      }
      Blob blob = upload.done(length, lineFeeds + 1);
      database.write(
          upload.owner().tenant(),
          connection -> {
            statements.finish(connection, upload, blob.byteLength(), blob.lineCount());
            return true;
          });
      return blob;
    } catch (IOException | SQLException | RuntimeException | Error e) {
      discard(upload, e);
      throw e;
    }
  }

  private void begin(Upload upload) throws SQLException {
    database.write(
        upload.owner().tenant(),
        connection -> {
          statements.begin(connection, upload, clock.millis());
          return true;
        });
  }

  private void add(Upload upload, int n, long linesBefore, byte[] piece) throws SQLException {
    database.write(
        upload.owner().tenant(),
        connection -> {
          statements.addChunk(connection, upload, n, linesBefore, piece);
          return true;
        });
  }

  private void discard(Upload upload, Throwable cause) {
    try {
      database.write(
          upload.owner().tenant(),
          connection -> {
            statements.discard(connection, upload);
            return true;
          });
    } catch (SQLException | RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  private static long lineFeeds(byte[] bytes) {
    long count = 0;
    for (byte b : bytes) {
      if (b == '\n') {
        count++;
      }
    }
    return count;
  }
}

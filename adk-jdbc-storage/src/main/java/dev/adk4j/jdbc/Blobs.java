package dev.adk4j.jdbc;

import dev.adk4j.bytes.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    return Optional.ofNullable(
        database.<@Nullable Blob>single(
            BlobStatements.READING,
            owner.tenant(),
            on -> {
              Blob current = statements.find(on, owner, kind, key);
              return current == null ? statements.findPending(on, owner, kind, key) : current;
            }));
  }

  /** Stores content. It becomes current under the id when a record references it. */
  BlobHandle write(Owner owner, BlobKind kind, String id, ByteSource bytes) throws IOException {
    Upload upload = Upload.of(owner, kind, Owner.key(id, "$.id"), chunkSize);
    try (InputStream in = bytes.open()) {
      byte[] buffer = new byte[chunkSize];
      int read = in.readNBytes(buffer, 0, chunkSize);
      Blob blob =
          read < chunkSize ? small(upload, Arrays.copyOf(buffer, read)) : large(upload, in, buffer);
      return new BlobHandle(this, owner, kind, id, blob);
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
    return SqlErrors.translating(
        "deleting bytes",
        () ->
            database.repeated(
                owner.tenant(), c -> statements.delete(c, owner, kind, key, clock.millis())));
  }

  private Blob small(Upload upload, byte[] content) throws SQLException {
    long lines = content.length == 0 ? 0 : lineFeeds(content) + 1;
    return database.transaction(
        upload.owner().tenant(),
        on -> {
          statements.begin(on, upload, (long) content.length, lines, clock.millis());
          if (content.length > 0) {
            statements.addChunk(on, upload, 0, 0, content);
          }
          return upload.done(content.length, lines);
        });
  }

  private Blob large(Upload upload, InputStream in, byte[] first) throws IOException, SQLException {
    String tenant = upload.owner().tenant();
    database.single(tenant, c -> statements.begin(c, upload, null, null, clock.millis()));
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
      return finish(upload, length, lineFeeds + 1);
    } catch (IOException | SQLException | RuntimeException | Error e) {
      discard(upload, e);
      throw e;
    }
  }

  private void add(Upload upload, int n, long linesBefore, byte[] piece) throws SQLException {
    database.single(
        upload.owner().tenant(), c -> statements.addChunk(c, upload, n, linesBefore, piece));
  }

  private Blob finish(Upload upload, long byteLength, long lineCount) throws SQLException {
    return database.single(
        upload.owner().tenant(), c -> statements.finish(c, upload, byteLength, lineCount));
  }

  private void discard(Upload upload, Throwable cause) {
    try {
      database.single(upload.owner().tenant(), c -> statements.discard(c, upload));
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

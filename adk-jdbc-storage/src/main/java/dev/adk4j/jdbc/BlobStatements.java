package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.Statements;
import java.io.IOException;
import java.sql.JDBCType;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the statements on stored bytes. Every statement names the owner. */
final class BlobStatements {

  /** SQL state of a foreign key violation. */
  private static final String REMOVED = "23503";

  private static final String CONTENT = " where tenant = ? and conversation = ? and content_id = ?";
  private static final String CURRENT =
      " where tenant = ? and conversation = ? and kind = ? and current_id = ?";

  private static final String RETIRE =
      "update {adk_blob} set current_id = null, replaced_at = ?" + CURRENT;

  private static final String PENDING =
      " where tenant = ? and conversation = ? and kind = ? and id = ? and completed_at is null and"
          + " byte_length is not null";

  /** Name of the operation in errors. */
  static final String READING = "reading stored bytes";

  private final Database database;

  BlobStatements(Database database) {
    this.database = database;
  }

  /** Inserts the row of an upload, with its size if that is known. */
  int begin(
      Statements on, Upload upload, @Nullable Long byteLength, @Nullable Long lineCount, long now)
      throws SQLException {
    return on.update(
        "insert into {adk_blob} (tenant, conversation, content_id, kind, id, chunk_size, created_at,"
            + " byte_length, line_count, subject) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        upload.key(),
        upload.kind().stored(),
        upload.id(),
        upload.chunkSize(),
        now,
        byteLength == null ? JDBCType.BIGINT : byteLength,
        lineCount == null ? JDBCType.BIGINT : lineCount,
        upload.owner().subject());
  }

  int addChunk(Statements on, Upload upload, int n, long linesBefore, byte[] data)
      throws SQLException {
    String insert =
        "insert into {adk_blob_chunk} (tenant, conversation, content_id, n, lines_before, data)"
            + " values (?, ?, ?, ?, ?, ?)";
    return on.update(insert, upload.key(), n, linesBefore, data);
  }

  /** Marks an upload as complete. */
  Blob finish(Statements on, Upload upload, long byteLength, long lineCount) throws SQLException {
    String finish = "update {adk_blob} set byte_length = ?, line_count = ?" + CONTENT;
    if (on.update(finish, byteLength, lineCount, upload.key()) != 1) {
      throw new SQLException("the upload was removed while it was being written", REMOVED);
    }
    return upload.done(byteLength, lineCount);
  }

  /**
   * Makes the content current under its id, unless it was current before. Runs in the transaction
   * that stores a record referencing the content, so both are committed or neither is.
   */
  void makeCurrent(Statements on, Owner owner, BlobKind kind, String id, String contentId, long now)
      throws SQLException {
    List<String> key = owner.key();
    String incomplete = CONTENT + " and completed_at is null";
    String supersede = RETIRE + " and exists (select 1 from {adk_blob}" + incomplete + ")";
    String makeCurrent = "update {adk_blob} set current_id = id, completed_at = ?" + incomplete;
    String exists = "select 1 from {adk_blob}" + CONTENT;
    on.update(supersede, now, key, kind.stored(), id, key, contentId);
    if (on.update(makeCurrent, now, key, contentId) != 1
        && on.first(row -> true, exists, key, contentId) == null) {
      throw new SQLException(
          "bytes were cleaned up before the record that references them was stored", REMOVED);
    }
  }

  /** Marks the content of the id as deleted. Returns false if there is none. */
  boolean delete(Statements on, Owner owner, BlobKind kind, String id, long now)
      throws SQLException {
    String drop = "delete from {adk_blob}" + PENDING;
    int deleted = on.update(RETIRE, now, owner.key(), kind.stored(), id);
    int dropped = on.update(drop, owner.key(), kind.stored(), id);
    return deleted + dropped > 0;
  }

  int discard(Statements on, Upload upload) throws SQLException {
    return on.update("delete from {adk_blob}" + CONTENT, upload.key());
  }

  /** Returns the current content of the id; null if there is none. */
  @Nullable Blob find(Statements on, Owner owner, BlobKind kind, String id) throws SQLException {
    return find(on, CURRENT, owner, kind, id);
  }

  /** Returns the newest content of the id that no record references yet; null if there is none. */
  @Nullable Blob findPending(Statements on, Owner owner, BlobKind kind, String id)
      throws SQLException {
    String newest = PENDING + " order by created_at desc, content_id limit 1";
    return find(on, newest, owner, kind, id);
  }

  private @Nullable Blob find(Statements on, String which, Owner owner, BlobKind kind, String id)
      throws SQLException {
    return on.first(
        row -> new Blob(owner, row.getString(1), row.getLong(2), row.getLong(3), row.getInt(4)),
        "select content_id, byte_length, line_count, chunk_size from {adk_blob}" + which,
        owner.key(),
        kind.stored(),
        id);
  }

  byte[] chunk(Blob blob, int n) throws IOException {
    String select = "select data from {adk_blob_chunk}" + CONTENT + " and n = ?";
    byte[] data = first(blob, row -> row.getBytes(1), select, n);
    if (data == null || data.length == 0) {
      throw new IOException("The stored bytes were removed after this reader was opened.");
    }
    return data;
  }

  /** Returns the last chunk that starts before the given line feed. */
  Place pieceWithLineFeed(Blob blob, long lineFeed) {
    String select =
        "select n, lines_before from {adk_blob_chunk}"
            + CONTENT
            + " and lines_before < ? order by n desc limit 1";
    Place place = first(blob, row -> new Place(row.getInt(1), row.getLong(2)), select, lineFeed);
    return place == null ? new Place(0, 0) : place;
  }

  record Place(int chunk, long linesBefore) {}

  private <T> @Nullable T first(Blob blob, Statements.Row<T> row, String select, Object parameter) {
    Owner owner = blob.owner();
    return database.<@Nullable T>single(
        READING,
        owner.tenant(),
        on -> on.first(row, select, owner.key(), blob.contentId(), parameter));
  }
}

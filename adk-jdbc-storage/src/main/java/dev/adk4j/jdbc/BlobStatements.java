package dev.adk4j.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs the statements on stored bytes. Every statement names the owner. */
final class BlobStatements {

  /** SQL state of a foreign key violation. */
  private static final String REMOVED = "23503";

  private static final String CONTENT = " where tenant = ? and conversation = ? and content_id = ?";
  private static final String CURRENT =
      " where tenant = ? and conversation = ? and kind = ? and current_id = ?";

  private static final String PENDING =
      " where tenant = ? and conversation = ? and kind = ? and id = ? and completed_at is null and"
          + " byte_length is not null";

  private final Database database;
  private final String begin;
  private final String addChunk;
  private final String finish;
  private final String makeCurrent;
  private final String retire;
  private final String supersede;
  private final String exists;
  private final String discard;
  private final String dropPending;
  private final String find;
  private final String findPending;
  private final String chunk;
  private final String line;

  BlobStatements(Database database) {
    String blob = database.names().blob();
    String chunks = database.names().blobChunk();
    this.database = database;
    this.begin =
        "insert into "
            + blob
            + " (tenant, conversation, content_id, kind, id, chunk_size, created_at, byte_length,"
            + " line_count, subject) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    this.addChunk =
        "insert into "
            + chunks
            + " (tenant, conversation, content_id, n, lines_before, data)"
            + " values (?, ?, ?, ?, ?, ?)";
    this.finish = "update " + blob + " set byte_length = ?, line_count = ?" + CONTENT;
    this.makeCurrent =
        "update "
            + blob
            + " set current_id = id, completed_at = ?"
            + CONTENT
            + " and completed_at is null";
    this.retire = "update " + blob + " set current_id = null, replaced_at = ?" + CURRENT;
    this.supersede =
        retire + " and exists (select 1 from " + blob + CONTENT + " and completed_at is null)";
    this.exists = "select 1 from " + blob + CONTENT;
    this.discard = "delete from " + blob + CONTENT;
    this.dropPending = "delete from " + blob + PENDING;
    String select = "select content_id, byte_length, line_count, chunk_size from " + blob;
    this.find = select + CURRENT;
    this.findPending = select + PENDING + " order by created_at desc, content_id limit 1";
    this.chunk = "select data from " + chunks + CONTENT + " and n = ?";
    this.line =
        "select n, lines_before from "
            + chunks
            + CONTENT
            + " and lines_before < ? order by n desc limit 1";
  }

  /** Inserts the row of an upload whose size is known. */
  void begin(Connection connection, Upload upload, long byteLength, long lineCount, long now)
      throws SQLException {
    begin(connection, upload, (Long) byteLength, (Long) lineCount, now);
  }

  void begin(Connection connection, Upload upload, long now) throws SQLException {
    begin(connection, upload, null, null, now);
  }

  private void begin(
      Connection connection,
      Upload upload,
      @Nullable Long byteLength,
      @Nullable Long lineCount,
      long now)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(begin)) {
      bindContent(statement, 1, upload.owner(), upload.contentId());
      statement.setString(4, upload.kind().stored());
      statement.setString(5, upload.id());
      statement.setInt(6, upload.chunkSize());
      statement.setLong(7, now);
      statement.setObject(8, byteLength, Types.BIGINT);
      statement.setObject(9, lineCount, Types.BIGINT);
      ColumnType.TEXT.bind(statement, 10, upload.owner().subject());
      statement.executeUpdate();
    }
  }

  void addChunk(Connection connection, Upload upload, int n, long linesBefore, byte[] data)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(addChunk)) {
      bindContent(statement, 1, upload.owner(), upload.contentId());
      statement.setInt(4, n);
      statement.setLong(5, linesBefore);
      statement.setBytes(6, data);
      statement.executeUpdate();
    }
  }

  /** Marks an upload as complete. */
  void finish(Connection connection, Upload upload, long byteLength, long lineCount)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(finish)) {
      statement.setLong(1, byteLength);
      statement.setLong(2, lineCount);
      bindContent(statement, 3, upload.owner(), upload.contentId());
      if (statement.executeUpdate() != 1) {
        throw new SQLException("the upload was removed while it was being written", REMOVED);
      }
    }
  }

  /**
   * Makes the content current under its id, unless it was current before. Runs in the transaction
   * that stores a record referencing the content, so both are committed or neither is.
   */
  void makeCurrent(
      Connection connection, Owner owner, BlobKind kind, String id, String contentId, long now)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(supersede)) {
      statement.setLong(1, now);
      bindId(statement, 2, owner, kind, id);
      bindContent(statement, 6, owner, contentId);
      statement.executeUpdate();
    }
    try (PreparedStatement statement = connection.prepareStatement(makeCurrent)) {
      statement.setLong(1, now);
      bindContent(statement, 2, owner, contentId);
      if (statement.executeUpdate() == 1) {
        return;
      }
    }
    try (PreparedStatement statement = connection.prepareStatement(exists)) {
      bindContent(statement, 1, owner, contentId);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new SQLException(
              "bytes were cleaned up before the record that references them was stored", REMOVED);
        }
      }
    }
  }

  /** Marks the content of the id as deleted. Returns false if there is none. */
  boolean delete(Connection connection, Owner owner, BlobKind kind, String id, long now)
      throws SQLException {
    int deleted;
    try (PreparedStatement statement = connection.prepareStatement(retire)) {
      statement.setLong(1, now);
      bindId(statement, 2, owner, kind, id);
      deleted = statement.executeUpdate();
    }
    try (PreparedStatement statement = connection.prepareStatement(dropPending)) {
      bindId(statement, 1, owner, kind, id);
      return deleted + statement.executeUpdate() > 0;
    }
  }

  void discard(Connection connection, Upload upload) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(discard)) {
      bindContent(statement, 1, upload.owner(), upload.contentId());
      statement.executeUpdate();
    }
  }

  /** Returns the current content of the id. */
  Optional<Blob> find(Owner owner, BlobKind kind, String id) {
    return reading(owner, connection -> find(connection, find, owner, kind, id));
  }

  Optional<Blob> find(Connection connection, Owner owner, BlobKind kind, String id)
      throws SQLException {
    return find(connection, find, owner, kind, id);
  }

  /** Returns the newest content of the id that no record references yet. */
  Optional<Blob> findPending(Owner owner, BlobKind kind, String id) {
    return reading(owner, connection -> find(connection, findPending, owner, kind, id));
  }

  Optional<Blob> findPending(Connection connection, Owner owner, BlobKind kind, String id)
      throws SQLException {
    return find(connection, findPending, owner, kind, id);
  }

  private static Optional<Blob> find(
      Connection connection, String sql, Owner owner, BlobKind kind, String id)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bindId(statement, 1, owner, kind, id);
      try (ResultSet row = statement.executeQuery()) {
        return row.next()
            ? Optional.of(
                new Blob(owner, row.getString(1), row.getLong(2), row.getLong(3), row.getInt(4)))
            : Optional.empty();
      }
    }
  }

  byte[] chunk(Blob blob, int n) throws IOException {
    byte[] data =
        reading(
            blob.owner(),
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(chunk)) {
                bindContent(statement, 1, blob.owner(), blob.contentId());
                statement.setInt(4, n);
                try (ResultSet row = statement.executeQuery()) {
                  return row.next() ? row.getBytes(1) : new byte[0];
                }
              }
            });
    if (data.length == 0) {
      throw new IOException("The stored bytes were removed after this reader was opened.");
    }
    return data;
  }

  /** Returns the last chunk that starts before the given line feed. */
  Place pieceWithLineFeed(Blob blob, long lineFeed) {
    return reading(
        blob.owner(),
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(line)) {
            bindContent(statement, 1, blob.owner(), blob.contentId());
            statement.setLong(4, lineFeed);
            try (ResultSet row = statement.executeQuery()) {
              return row.next() ? new Place(row.getInt(1), row.getLong(2)) : new Place(0, 0);
            }
          }
        });
  }

  record Place(int chunk, long linesBefore) {}

  private <T> T reading(Owner owner, Database.Work<T> work) {
    try {
      return database.read(owner.tenant(), work);
    } catch (SQLException e) {
      throw SqlErrors.translate("reading stored bytes", e);
    }
  }

  private static void bindContent(
      PreparedStatement statement, int first, Owner owner, String contentId) throws SQLException {
    statement.setString(first, owner.tenant());
    statement.setString(first + 1, owner.part());
    statement.setString(first + 2, contentId);
  }

  private static void bindId(
      PreparedStatement statement, int first, Owner owner, BlobKind kind, String id)
      throws SQLException {
    statement.setString(first, owner.tenant());
    statement.setString(first + 1, owner.part());
    statement.setString(first + 2, kind.stored());
    statement.setString(first + 3, id);
  }
}

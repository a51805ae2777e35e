package dev.adk4j.jpa;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The statements on stored bytes. Every one names the owner. */
final class BlobStatements {

  private static final String CONTENT = " where tenant = ? and conversation = ? and content_id = ?";
  private static final String CURRENT =
      " where tenant = ? and conversation = ? and kind = ? and current_id = ?";

  private final Database database;
  private final String begin;
  private final String addChunk;
  private final String finish;
  private final String retire;
  private final String discard;
  private final String find;
  private final String chunk;
  private final String line;

  BlobStatements(Database database) {
    String blob = database.names().blob();
    String chunks = database.names().blobChunk();
    this.database = database;
    this.begin =
        "insert into "
            + blob
            + " (tenant, conversation, content_id, kind, id, chunk_size, created_at)"
            + " values (?, ?, ?, ?, ?, ?, ?)";
    this.addChunk =
        "insert into "
            + chunks
            + " (tenant, conversation, content_id, n, lines_before, data)"
            + " values (?, ?, ?, ?, ?, ?)";
    this.finish =
        "update "
            + blob
            + " set current_id = id, byte_length = ?, line_count = ?, completed_at = ?"
            + CONTENT;
    this.retire = "update " + blob + " set current_id = null, replaced_at = ?" + CURRENT;
    this.discard = "delete from " + blob + CONTENT;
    this.find = "select content_id, byte_length, line_count, chunk_size from " + blob + CURRENT;
    this.chunk = "select data from " + chunks + CONTENT + " and n = ?";
    this.line =
        "select n, lines_before from "
            + chunks
            + CONTENT
            + " and lines_before < ? order by n desc limit 1";
  }

  void begin(Connection connection, Upload upload, long now) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(begin)) {
      bindContent(statement, 1, upload.owner(), upload.contentId());
      statement.setString(4, upload.kind().stored());
      statement.setString(5, upload.id());
      statement.setInt(6, upload.chunkSize());
      statement.setLong(7, now);
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

  /** Makes the upload what is found under its id. */
  void publish(Connection connection, Upload upload, long byteLength, long lineCount, long now)
      throws SQLException {
    retire(connection, upload.owner(), upload.kind(), upload.id(), now);
    try (PreparedStatement statement = connection.prepareStatement(finish)) {
      statement.setLong(1, byteLength);
      statement.setLong(2, lineCount);
      statement.setLong(3, now);
      bindContent(statement, 4, upload.owner(), upload.contentId());
      if (statement.executeUpdate() != 1) {
        throw new SQLException("the upload was removed while it was written", "23503");
      }
    }
  }

  /** Lets nothing be found under the id any more; false where nothing was. */
  boolean retire(Connection connection, Owner owner, BlobKind kind, String id, long now)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(retire)) {
      statement.setLong(1, now);
      bindCurrent(statement, 2, owner, kind, id);
      return statement.executeUpdate() > 0;
    }
  }

  void discard(Connection connection, Upload upload) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(discard)) {
      bindContent(statement, 1, upload.owner(), upload.contentId());
      statement.executeUpdate();
    }
  }

  Optional<Blob> find(Owner owner, BlobKind kind, String id) {
    return reading(
        owner,
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(find)) {
            bindCurrent(statement, 1, owner, kind, id);
            try (ResultSet row = statement.executeQuery()) {
              return row.next()
                  ? Optional.of(
                      new Blob(
                          owner, row.getString(1), row.getLong(2), row.getLong(3), row.getInt(4)))
                  : Optional.<Blob>empty();
            }
          }
        });
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

  /** The last piece that starts before the given number of line feeds have passed. */
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

  private static void bindCurrent(
      PreparedStatement statement, int first, Owner owner, BlobKind kind, String id)
      throws SQLException {
    statement.setString(first, owner.tenant());
    statement.setString(first + 1, owner.part());
    statement.setString(first + 2, kind.stored());
    statement.setString(first + 3, id);
  }
}

package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes stored bytes in batches, each in a separate transaction, because H2 keeps the deletions
 * of a transaction in memory. After a failure, the same condition finds the remaining bytes.
 */
final class BlobRemoval {

  /** Number of bytes to delete in one transaction; the last chunk may exceed it. */
  static final long PIECE = 2L * 1024 * 1024;

  private static final int PAGE = 500;
  private static final String CONTENT = " where tenant = ? and conversation = ? and content_id = ?";

  private final Database database;

  BlobRemoval(Database database) {
    this.database = database;
  }

  /**
   * Removes all contents that match the condition.
   *
   * @param tenant tenant of the contents; empty for all tenants
   */
  Removed remove(String tenant, Condition condition) throws SQLException {
    Removed total = new Removed(0, 0);
    List<Content> page;
    do {
      page = database.read(tenant, connection -> page(connection, condition));
      List<Content> piece = new ArrayList<>();
      long weight = 0;
      for (Content content : page) {
        if (content.weight() > PIECE) {
          shorten(tenant, content);
        } else {
          weight += content.weight();
        }
        piece.add(content);
        if (weight > PIECE) {
          total = total.plus(delete(tenant, piece));
          piece.clear();
          weight = 0;
        }
      }
      total = total.plus(delete(tenant, piece));
    } while (page.size() == PAGE);
    return total;
  }

  private List<Content> page(Connection connection, Condition condition) throws SQLException {
    String sql =
        "select tenant, conversation, content_id, chunk_size, byte_length from "
            + database.names().aliased(Names.BLOB)
            + " where "
            + condition.sql()
            + " order by tenant, conversation, content_id limit "
            + PAGE;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      condition.bind(statement);
      try (ResultSet row = statement.executeQuery()) {
        List<Content> found = new ArrayList<>();
        while (row.next()) {
          long length = row.getLong(5);
          found.add(
              new Content(
                  row.getString(1),
                  row.getString(2),
                  row.getString(3),
                  row.getInt(4),
                  length,
                  row.wasNull() ? Long.MAX_VALUE : length));
        }
        return found;
      }
    }
  }

  /** Deletes the chunks. The row of their content stays until the last chunk is deleted. */
  private void shorten(String tenant, Content content) throws SQLException {
    int step = Math.max(1, (int) (PIECE / content.chunkSize()));
    String sql = "delete from " + database.names().blobChunk() + CONTENT + " and n >= ? and n < ?";
    int deleted = 1;
    for (int first = 0; deleted > 0; first += step) {
      int from = first;
      deleted =
          Retry.onLostRace(
              () ->
                  database.transaction(
                      tenant,
                      connection -> {
                        try (PreparedStatement statement = connection.prepareStatement(sql)) {
                          content.bind(statement);
                          statement.setInt(4, from);
                          statement.setInt(5, from + step);
                          return statement.executeUpdate();
                        }
                      }));
    }
  }

  private Removed delete(String tenant, List<Content> contents) throws SQLException {
    String sql = "delete from " + database.names().blob() + CONTENT;
    return Retry.onLostRace(
        () ->
            database.transaction(
                tenant,
                connection -> {
                  Removed removed = new Removed(0, 0);
                  try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    for (Content content : contents) {
                      content.bind(statement);
                      if (statement.executeUpdate() == 1) {
                        removed = removed.plus(new Removed(1, content.length()));
                      }
                    }
                  }
                  return removed;
                }));
  }

  /**
   * Result of a removal.
   *
   * @param bytes size of the contents that were complete
   */
  record Removed(long blobs, long bytes) {
    Removed plus(Removed other) {
      return new Removed(blobs + other.blobs, bytes + other.bytes);
    }
  }

  private record Content(
      String tenant,
      String conversation,
      String contentId,
      int chunkSize,
      long length,
      long weight) {

    void bind(PreparedStatement statement) throws SQLException {
      statement.setString(1, tenant);
      statement.setString(2, conversation);
      statement.setString(3, contentId);
    }
  }
}

package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.Statements;
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
  ErasureReport remove(String tenant, Condition condition) throws SQLException {
    ErasureReport total = ErasureReport.NOTHING;
    List<Content> page;
    do {
      page = database.single(tenant, on -> page(on, condition));
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

  private List<Content> page(Statements on, Condition condition) throws SQLException {
    String select =
        "select tenant, conversation, content_id, chunk_size, byte_length"
            + " from {adk_blob} adk_blob where "
            + condition.sql()
            + " order by tenant, conversation, content_id limit "
            + PAGE;
    return on.query(Content::read, select, condition.parameters());
  }

  /** Deletes the chunks. The row of their content stays until the last chunk is deleted. */
  private void shorten(String tenant, Content content) throws SQLException {
    int step = Math.max(1, (int) (PIECE / content.chunkSize()));
    String delete = "delete from {adk_blob_chunk}" + CONTENT + " and n >= ? and n < ?";
    int deleted = 1;
    for (int first = 0; deleted > 0; first += step) {
      int from = first;
      deleted =
          database.repeated(tenant, on -> on.update(delete, content.key(), from, from + step));
    }
  }

  private ErasureReport delete(String tenant, List<Content> contents) throws SQLException {
    return database.repeated(
        tenant,
        on -> {
          long blobs = 0;
          long bytes = 0;
          for (Content content : contents) {
            if (on.update("delete from {adk_blob}" + CONTENT, content.key()) == 1) {
              blobs++;
              bytes += content.length();
            }
          }
          return ErasureReport.ofBytes(blobs, bytes);
        });
  }

  /**
   * Stored content.
   *
   * @param length 0 for an unfinished upload, whose length is unknown
   */
  private record Content(List<String> key, int chunkSize, long length, long weight) {

    static Content read(ResultSet row) throws SQLException {
      long length = row.getLong(5);
      return new Content(
          List.of(row.getString(1), row.getString(2), row.getString(3)),
          row.getInt(4),
          length,
          row.wasNull() ? Long.MAX_VALUE : length);
    }
  }
}

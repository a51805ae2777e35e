package dev.adk4j.jdbc;

import dev.adk4j.internal.Sha256;
import java.util.List;

/** Converts standing instructions to writes, and rows back. The id is a digest of the text. */
final class StandingInstructions {

  private StandingInstructions() {}

  static WriteOp store(Owner owner, String text) {
    String stored = TextEscape.escape(text);
    Row row = new Row(RecordTable.STANDING_INSTRUCTION, Sha256.hex(stored), List.of(stored));
    return new WriteOp.Store(owner, row, row::equals);
  }

  static WriteOp delete(Owner owner, String text) {
    String id = Sha256.hex(TextEscape.escape(text));
    return new WriteOp.Delete(RecordTable.STANDING_INSTRUCTION, owner, id);
  }

  static String text(Row row) {
    try {
      if (row.values().getFirst() instanceof String stored) {
        return TextEscape.unescape(stored);
      }
      throw new IllegalArgumentException("the text is missing");
    } catch (IllegalArgumentException e) {
      throw RowCodec.corrupt(RecordTable.STANDING_INSTRUCTION, row.id(), e);
    }
  }
}

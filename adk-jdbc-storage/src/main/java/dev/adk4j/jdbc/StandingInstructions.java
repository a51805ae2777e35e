package dev.adk4j.jdbc;

import dev.adk4j.internal.Sha256;
import dev.adk4j.token.Tokenizable;
import java.util.List;

/** Converts standing instructions to rows and back. The id is a digest of the text. */
final class StandingInstructions {

  private StandingInstructions() {}

  static Row row(String text) {
    String stored = TextEscape.escape(text);
    return new Row(RecordTable.STANDING_INSTRUCTION, Sha256.hex(stored), List.of(stored));
  }

  static String id(String text) {
    return Sha256.hex(TextEscape.escape(text));
  }

  static Tokenizable decode(Row row) {
    return Tokenizable.of(text(row));
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

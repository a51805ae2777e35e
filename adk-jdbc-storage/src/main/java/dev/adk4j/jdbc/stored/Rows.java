package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads columns in which texts have their stored form. */
final class Rows {

  private Rows() {}

  /** Returns the constant that {@link Sql#wire} wrote. */
  static <E extends Enum<E>> E named(Class<E> type, String wire) {
    return Enum.valueOf(type, wire.toUpperCase(Locale.ROOT));
  }

  /** Returns the owner of a row that belongs to a conversation. */
  static Scope scope(ResultSet row) throws SQLException {
    return Scope.of(required(row, "tenant"), text(row, "subject"), required(row, "conversation"));
  }

  static String required(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(text(row, column), column);
  }

  static @Nullable JsonValue json(ResultSet row, String column) throws SQLException {
    String stored = text(row, column);
    return stored == null ? null : JsonValue.parse(stored);
  }

  static @Nullable String text(ResultSet row, String column) throws SQLException {
    String stored = row.getString(column);
    return stored == null ? null : TextEscape.unescape(stored);
  }
}

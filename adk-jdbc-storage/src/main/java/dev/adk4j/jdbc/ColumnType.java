package dev.adk4j.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** Type of a column. Values are String, Boolean, Long or Double; texts are already escaped. */
enum ColumnType {
  TEXT(Types.VARCHAR, "text", "character large object"),
  JSON(Types.VARCHAR, "text", "character large object"),
  BOOLEAN(Types.BOOLEAN, "bool", "boolean"),
  INSTANT(Types.BIGINT, "int8", "bigint"),
  NUMBER(Types.DOUBLE, "float8", "double precision");

  private final int jdbcType;
  private final String postgresType;
  private final String h2Type;

  ColumnType(int jdbcType, String postgresType, String h2Type) {
    this.jdbcType = jdbcType;
    this.postgresType = postgresType;
    this.h2Type = h2Type;
  }

  /** Returns PostgreSQL's name of an array element of this type. */
  String postgresType() {
    return postgresType;
  }

  /** Returns H2's name of an array element of this type. */
  String h2Type() {
    return h2Type;
  }

  void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
    switch (value) {
      case null -> statement.setNull(index, jdbcType);
      case String text -> statement.setString(index, text);
      case Boolean flag -> statement.setBoolean(index, flag);
      case Long number -> statement.setLong(index, number);
      case Double number -> statement.setDouble(index, number);
      default -> throw new IllegalArgumentException("not a column value: " + value.getClass());
    }
  }

  @Nullable Object read(ResultSet rows, int index) throws SQLException {
    Object value =
        switch (this) {
          case TEXT, JSON -> rows.getString(index);
          case BOOLEAN -> rows.getBoolean(index);
          case INSTANT -> rows.getLong(index);
          case NUMBER -> rows.getDouble(index);
        };
    return rows.wasNull() ? null : value;
  }
}

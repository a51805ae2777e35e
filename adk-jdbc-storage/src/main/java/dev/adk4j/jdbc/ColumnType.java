package dev.adk4j.jdbc;

import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Type of a column. Values are String, Boolean, Long or Double; texts are already escaped. */
enum ColumnType {
  TEXT(JDBCType.VARCHAR, "text", "character large object"),
  JSON(JDBCType.VARCHAR, "text", "character large object"),
  BOOLEAN(JDBCType.BOOLEAN, "bool", "boolean"),
  INSTANT(JDBCType.BIGINT, "int8", "bigint"),
  NUMBER(JDBCType.DOUBLE, "float8", "double precision");

  private final JDBCType nothing;
  private final String postgresType;
  private final String h2Type;

  ColumnType(JDBCType nothing, String postgresType, String h2Type) {
    this.nothing = nothing;
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

  /** Returns the parameter for a null of this type. */
  JDBCType nothing() {
    return nothing;
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

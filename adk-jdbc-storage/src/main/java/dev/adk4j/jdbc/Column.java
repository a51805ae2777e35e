package dev.adk4j.jdbc;

/**
 * Column that holds a field of a record.
 *
 * @param field name of the field in the record's snapshot
 */
record Column(String name, String field, ColumnType type) {

  static Column text(String name, String field) {
    return new Column(name, field, ColumnType.TEXT);
  }

  static Column json(String name, String field) {
    return new Column(name, field, ColumnType.JSON);
  }

  static Column flag(String name, String field) {
    return new Column(name, field, ColumnType.BOOLEAN);
  }

  static Column instant(String name, String field) {
    return new Column(name, field, ColumnType.INSTANT);
  }

  static Column number(String name, String field) {
    return new Column(name, field, ColumnType.NUMBER);
  }
}

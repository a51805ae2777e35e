package dev.adk4j.boot.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Returns product, version and location of a database, without user, password and settings. */
final class DatabaseNote {

  private DatabaseNote() {}

  static String of(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      DatabaseMetaData database = connection.getMetaData();
      String version = database.getDatabaseProductVersion();
      return database.getDatabaseProductName()
          + " "
          + version.split(" ", 2)[0]
          + " at "
          + place(database.getURL());
    } catch (SQLException e) {
      return "a database that did not respond";
    }
  }

  static String place(String url) {
    return url.replaceFirst("[;?].*", "")
        .replaceFirst("^jdbc:[a-z0-9]+:", "")
        .replaceFirst("//[^/@]*@", "//");
  }
}

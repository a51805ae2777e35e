package dev.adk4j.boot.jpa;

import dev.adk4j.jpa.H2Durability;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns where an H2 database in a file would lose what was stored, or be another one after the next
 * start.
 */
final class H2Advice {

  private static final Logger log = LoggerFactory.getLogger(H2Advice.class);

  private final DataSource dataSource;

  H2Advice(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** H2 within this process, in memory or in a file. */
  static boolean isEmbedded(Connection connection) throws SQLException {
    String url = connection.getMetaData().getURL();
    return url != null
        && url.startsWith("jdbc:h2:")
        && !url.startsWith("jdbc:h2:tcp:")
        && !url.startsWith("jdbc:h2:ssl:");
  }

  void give() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      if (isEmbedded(connection)) {
        H2Durability.warnings(address(connection)).forEach(log::warn);
      }
    }
  }

  /** With the setting that counts: the driver tells the address without any. */
  private static String address(Connection connection) throws SQLException {
    return connection.getMetaData().getURL() + ";WRITE_DELAY=" + setting(connection, "WRITE_DELAY");
  }

  private static @Nullable String setting(Connection connection, String name) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "select setting_value from information_schema.settings where setting_name = ?")) {
      query.setString(1, name);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next() ? rows.getString(1) : null;
      }
    }
  }
}

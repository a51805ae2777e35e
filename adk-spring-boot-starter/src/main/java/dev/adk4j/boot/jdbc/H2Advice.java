package dev.adk4j.boot.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns if an H2 database in a file would lose data, close before the last turn has ended, be a
 * different one after the next startup, or close when a tool is interrupted.
 */
final class H2Advice {

  private static final Logger log = LoggerFactory.getLogger(H2Advice.class);

  private static final Pattern CLOSED_BY_AN_INTERRUPT =
      Pattern.compile("jdbc:h2:(?!mem:|retry:|async:).*");

  private final DataSource dataSource;
  private final @Nullable String configuredUrl;
  private final boolean interruptsTools;

  /**
   * @param configuredUrl URL with all settings, if the data source is created from a property
   */
  H2Advice(DataSource dataSource, @Nullable String configuredUrl, boolean interruptsTools) {
    this.dataSource = dataSource;
    this.configuredUrl = configuredUrl;
    this.interruptsTools = interruptsTools;
  }

  /** Matches H2 within this process, in memory or in a file. */
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
        String url = connection.getMetaData().getURL();
        if (interruptsTools && CLOSED_BY_AN_INTERRUPT.matcher(url).matches()) {
          log.warn(
              "adk.tools.timeout interrupts tools, and H2 closes its file for all where that hits a"
                  + " thread within it. Begin spring.datasource.url with jdbc:h2:retry: instead of"
                  + " jdbc:h2:file:.");
        }
      }
    }
  }

  /** Returns the URL with its settings: the URL from the driver has none. */
  private String address(Connection connection) throws SQLException {
    return "%s;WRITE_DELAY=%s;DB_CLOSE_ON_EXIT=%s"
        .formatted(
            connection.getMetaData().getURL(),
            setting(connection, "WRITE_DELAY"),
            closesOnExit() ? "TRUE" : "FALSE");
  }

  /**
   * H2 does not expose this setting, so a data source that is configured elsewhere is not checked.
   */
  private boolean closesOnExit() {
    return configuredUrl != null
        && configuredUrl.startsWith("jdbc:h2:")
        && !H2Durability.has(configuredUrl, "DB_CLOSE_ON_EXIT=FALSE");
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

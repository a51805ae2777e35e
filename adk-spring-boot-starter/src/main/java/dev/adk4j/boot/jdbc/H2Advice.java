package dev.adk4j.boot.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns if an H2 database in a file would lose data, close before the last turn has ended, be a
 * different one after the next startup, or close when a tool is interrupted.
 *
 * @param configuredUrl URL with all settings, if the data source is created from a property
 */
record H2Advice(DataSource dataSource, @Nullable String configuredUrl, boolean interruptsTools) {

  private static final Logger log = LoggerFactory.getLogger(H2Advice.class);

  private static final Pattern CLOSED_BY_AN_INTERRUPT =
      Pattern.compile("jdbc:h2:(?!mem:|retry:|async:).*");

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
        String url = connection.getMetaData().getURL();
        warnings(url, setting(connection, "WRITE_DELAY"), closesOnExit()).forEach(log::warn);
        if (interruptsTools && CLOSED_BY_AN_INTERRUPT.matcher(url).matches()) {
          log.warn(
              "adk.tools.timeout interrupts tools, and H2 closes its file for all where that hits a"
                  + " thread within it. Begin spring.datasource.url with jdbc:h2:retry: instead of"
                  + " jdbc:h2:file:.");
        }
      }
    }
  }

  /**
   * Returns warnings for a file; empty for other places. By default, H2 writes half a second after
   * a commit, so a killed process loses acknowledged records. On process shutdown, H2 closes the
   * file while turns are still writing. A relative path depends on the working directory.
   *
   * @param url URL without settings, as the driver returns it
   */
  static List<String> warnings(String url, @Nullable String writeDelay, boolean closesOnExit) {
    String place = url.substring("jdbc:h2:".length());
    if (place.startsWith("mem:") || place.startsWith("zip:")) {
      return List.of();
    }
    String database = "The H2 database " + place;
    List<String> warnings = new ArrayList<>();
    if (!"0".equals(writeDelay)) {
      warnings.add(
          database
              + " is written with a delay: a killed process loses acknowledged "
              + "records. Add ;WRITE_DELAY=0 to its address.");
    }
    if (closesOnExit) {
      warnings.add(
          database
              + " closes itself on process shutdown while open turns still write. Add "
              + ";DB_CLOSE_ON_EXIT=FALSE to its address.");
    }
    String path = place.replaceFirst("^file:", "");
    if (path.startsWith("./") || path.startsWith(".\\")) {
      warnings.add(
          database
              + " depends on the working directory: an application started elsewhere "
              + "begins with an empty database. Give an absolute path, or one below ~.");
    }
    return warnings;
  }

  /**
   * H2 does not expose this setting, so a data source that is configured elsewhere is not checked.
   */
  private boolean closesOnExit() {
    return configuredUrl != null
        && configuredUrl.startsWith("jdbc:h2:")
        && !configuredUrl.toUpperCase(Locale.ROOT).contains(";DB_CLOSE_ON_EXIT=FALSE");
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

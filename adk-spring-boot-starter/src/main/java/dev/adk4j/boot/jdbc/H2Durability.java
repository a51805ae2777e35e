package dev.adk4j.boot.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds H2 URLs that risk data loss. By default, H2 writes half a second after a commit, so a
 * killed process loses acknowledged records. On process shutdown, H2 closes the file while turns
 * are still writing. A relative path depends on the working directory.
 */
final class H2Durability {

  private static final List<String> NOT_A_FILE = List.of("mem:", "tcp:", "ssl:", "zip:");

  private H2Durability() {}

  /** Returns warnings for the log; empty if the URL is safe or does not name an H2 file. */
  static List<String> warnings(String jdbcUrl) {
    if (!jdbcUrl.regionMatches(true, 0, "jdbc:h2:", 0, 8)) {
      return List.of();
    }
    String[] parts = jdbcUrl.substring(8).split(";");
    String place = parts[0];
    if (NOT_A_FILE.stream()
        .anyMatch(prefix -> place.regionMatches(true, 0, prefix, 0, prefix.length()))) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>();
    if (!has(parts, "WRITE_DELAY=0")) {
      warnings.add(
          "The H2 database "
              + place
              + " is written with a delay: a killed process loses acknowledged "
              + "records. Add ;WRITE_DELAY=0 to its address.");
    }
    if (!has(parts, "DB_CLOSE_ON_EXIT=FALSE")) {
      warnings.add(
          "The H2 database "
              + place
              + " closes itself on process shutdown while open turns still write. Add "
              + ";DB_CLOSE_ON_EXIT=FALSE to its address.");
    }
    String path = place.regionMatches(true, 0, "file:", 0, 5) ? place.substring(5) : place;
    if (path.startsWith("./") || path.startsWith(".\\")) {
      warnings.add(
          "The H2 database "
              + place
              + " depends on the working directory: an application started elsewhere "
              + "begins with an empty database. Give an absolute path, or one below ~.");
    }
    return warnings;
  }

  /**
   * Returns true if a URL has a setting.
   *
   * @param setting upper-case setting, such as {@code WRITE_DELAY=0}
   */
  static boolean has(String url, String setting) {
    return has(url.split(";"), setting);
  }

  private static boolean has(String[] parts, String setting) {
    for (String part : parts) {
      if (part.strip().toUpperCase(Locale.ROOT).equals(setting)) {
        return true;
      }
    }
    return false;
  }
}
